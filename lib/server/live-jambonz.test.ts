// @module-tag slow
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recognizeInPool, warmPool } from "@/lib/engines/pool";
import { db } from "@/lib/platform/db";
import { LiveClient, pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
let sound: Buffer;
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
  const hello = await sayNorthern("xin chào các bạn");
  // The recognizer is loaded by its first use.
  await recognizeInPool({ samples: hello, sampleRate: 16_000 }, new AbortController().signal);
  sound = pcmOf(silence(0.3), hello, silence(0.8));
}, 180_000);
afterAll(() => server.close());

const open = (key: string, query = "") =>
  new LiveClient(`${server.url}/jambonz/stt${query}`, [], { headers: { authorization: `Bearer ${key}` } });

const start = {
  type: "start",
  language: "vi-VN",
  format: "raw",
  encoding: "LINEAR16",
  sampleRateHz: 16_000,
  interimResults: true,
  options: {},
};

test("jambonz begins by a message, gets transcriptions, stops by a message, and its session is one job", async () => {
  const { key, businessId } = await makePartner();
  const client = open(key, "?formatting=all");
  await client.opened;
  client.say(start);
  await client.send(sound);
  await vi.waitUntil(() => client.of("transcription").some(({ is_final }) => is_final), { timeout: 10_000 });
  client.say({ type: "stop" });
  expect(await client.closed).toEqual({ code: 1000, reason: "" });
  const final = client.of("transcription").find(({ is_final }) => is_final);
  expect(final).toMatchObject({ channel: 1, language: "vi-VN", alternatives: [{ transcript: "Xin chào các bạn." }] });
  await vi.waitUntil(() => db.job.count({ where: { businessId } }), { timeout: 10_000 });
  const job = await db.job.findFirstOrThrow({ where: { businessId } });
  expect(job).toMatchObject({ status: "completed", languageCode: "vi-VN", units: Math.ceil(sound.length / 32_000) });
});

test("sound before the start, another encoding and a wrong key are rejected, and a stop without sound costs nothing", async () => {
  const { key, businessId } = await makePartner();
  const early = open(key);
  await early.opened;
  early.socket.send(sound.subarray(0, 3200));
  expect(await early.closed).toEqual({ code: 1003, reason: "INVALID_REQUEST" });
  expect(early.of("error")).toMatchObject([{ code: "INVALID_REQUEST" }]);
  const packed = open(key);
  await packed.opened;
  packed.say({ ...start, encoding: "MP3" });
  expect((await packed.closed).reason).toBe("INVALID_REQUEST");
  const { status, body } = await open("vang_live_wrong").rejected;
  expect([status, body.code, typeof body.error]).toEqual([401, "KEY_INVALID", "string"]);
  const quiet = open(key);
  await quiet.opened;
  quiet.say(start);
  quiet.say({ type: "stop" });
  expect((await quiet.closed).code).toBe(1000);
  expect(await db.job.count({ where: { businessId } })).toBe(0);
});
