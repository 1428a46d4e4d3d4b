// @module-tag promise
import { afterAll, expect, test } from "vitest";
import { closeStreamEncoder, EncoderAsMade } from "./encode-as-made";

afterAll(closeStreamEncoder);

const sampleRate = 22_050;

const sound = (seconds: number) => ({
  samples: new Float32Array(Math.round(seconds * sampleRate)).fill(0.1),
  sampleRate,
});

const openFor = (owner: string) => new EncoderAsMade({ format: "mp3" }, sampleRate, owner);

test("one business's many streams leave every second turn of the encoder to the stream of another", async () => {
  const order: string[] = [];
  const encode = async (owner: string, parts: number, seconds: number) => {
    const encoder = openFor(owner);
    for (let part = 0; part < parts; part++) {
      await encoder.push(sound(seconds));
      order.push(owner);
    }
    encoder.close();
  };
  const many = Array.from({ length: 12 }, () => encode("A", 4, 1));
  await encode("B", 8, 1);
  const before = order.slice(0, order.lastIndexOf("B"));
  expect(before.filter((owner) => owner === "A").length).toBeLessThanOrEqual(8 + 1);
  await Promise.all(many);

  order.length = 0;
  const groups = Array.from({ length: 12 }, (_, person) => encode(`test keys/${person}`, 2, 1));
  await encode("B", 8, 1);
  expect(order.slice(0, order.lastIndexOf("B")).filter((owner) => owner !== "B").length).toBeLessThanOrEqual(8 + 1);
  await Promise.all(groups);
});

test("a part of a minute is encoded in many turns, so that another's part does not wait for all of it", async () => {
  const [long, short] = [openFor("A"), openFor("B")];
  let isLongDone = false;
  const minute = long.push(sound(60)).finally(() => {
    isLongDone = true;
  });
  for (let part = 0; part < 5; part++) await short.push(sound(1));
  expect(isLongDone).toBe(false);
  await minute;
  for (const encoder of [long, short]) encoder.close();
});

test("a part is encoded as in one turn, however long it is", async () => {
  const bytesOf = async (pieces: number[]) => {
    const encoder = openFor("A");
    const bytes: number[] = [];
    for (const seconds of pieces) bytes.push(...(await encoder.push(sound(seconds))));
    bytes.push(...(await encoder.end()).bytes);
    encoder.close();
    return bytes;
  };
  expect(await bytesOf([7])).toEqual(await bytesOf([1, 1, 1, 1, 1, 1, 1]));
});

test("a stream that is closed while parts of it wait or are encoded fails them, and keeps no turn from others", async () => {
  const [left, waiting, other] = [openFor("A"), openFor("A"), openFor("B")];
  const parts = [left.push(sound(30)), waiting.push(sound(1))].map((part) => part.catch(({ kind }) => kind));
  for (const encoder of [left, waiting]) encoder.close();
  expect((await other.push(sound(1))).length).toBeGreaterThan(1000);
  for (const part of parts) expect(["broken", "timeout"]).toContain(await part);
  other.close();
  await expect(other.push(sound(1))).rejects.toMatchObject({ name: "ProviderError" });
});
