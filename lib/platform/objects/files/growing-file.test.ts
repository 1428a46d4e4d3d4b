import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GrowingFile } from "./growing-file";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "vang-growing-"));
});
afterAll(() => rm(directory, { recursive: true }));

const create = (name: string) => GrowingFile.create(join(directory, name));

test("a reader gets the bytes as they are written, in the order of the calls, and then the end", async () => {
  const file = await create("one");
  const leave = file.announceReader();
  const parts = file.read();
  const first = parts.next();
  await file.append(Buffer.from("one "));
  expect(String(Buffer.from((await first).value as Uint8Array))).toBe("one ");
  void file.append(Buffer.from("two "));
  void file.append(Buffer.from("three"));
  let rest = "";
  const reading = (async () => {
    for await (const part of parts) rest += Buffer.from(part);
  })();
  await file.append(new Uint8Array(0));
  await file.replaceStart(Buffer.from("ONE"));
  await file.finish();
  await reading;
  leave();
  expect(rest).toBe("two three");
  expect(await readFile(file.path, "utf8")).toBe("ONE two three");
});

test("a reader that begins late reads it all, and one of a file that failed gets the error", async () => {
  const late = await create("late");
  const leave = late.announceReader();
  await late.append(Buffer.from("whole"));
  await late.finish();
  expect((await late.read().next()).value).toEqual(new Uint8Array(Buffer.from("whole")));
  leave();

  const failed = await create("failed");
  failed.announceReader();
  await failed.append(Buffer.from("half"));
  await failed.fail(new Error("broken"));
  await expect(failed.read().next()).rejects.toThrow("broken");
  await expect(readFile(failed.path)).rejects.toMatchObject({ code: "ENOENT" });
});

test("200 readers that stop reading take no memory for what they have not read", async () => {
  const file = await create("slow");
  const readers = Array.from({ length: 200 }, () => file.read());
  await file.append(new Uint8Array(64 * 1024));
  await Promise.all(readers.map((reader) => reader.next()));
  const before = process.memoryUsage().arrayBuffers;
  for (let part = 0; part < 64; part++) await file.append(new Uint8Array(256 * 1024));
  await file.finish();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
});
