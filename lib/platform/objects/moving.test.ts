// @module-tag promise
// @module-tag slow
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { s3Keys, startS3 } from "@/testing/fakes/s3-server";
import { openDiskStore } from "./disk";
import { moveObjects, whileMoving } from "./moving";
import { openS3Store } from "./s3";
import type { StoredObject } from "./store";

const home = mkdtempSync(join(tmpdir(), "vang-moving-"));
const disk = openDiskStore(join(home, "disk"));
let s3: Awaited<ReturnType<typeof startS3>>;
let bucket: ReturnType<typeof openS3Store>;

beforeAll(async () => {
  s3 = await startS3({ directory: join(home, "bucket") });
});
beforeEach(() => {
  for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value);
  bucket = openS3Store({ bucket: "vang", region: "us-east-1", endpoint: s3.endpoint }, "VN");
  vi.spyOn(log, "error").mockImplementation(() => undefined);
});
afterAll(async () => {
  await s3.stop();
  rmSync(home, { recursive: true, force: true });
});

const bytesOf = (index: number) => Buffer.alloc(100 + index, index);
const putAll = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => disk.put(bytesOf(index), "mp3")));
const read = async (store: { open: (object: string) => Promise<StoredObject | null> }, object: string) => {
  const stored = await store.open(object);
  return stored && buffer(stored.read());
};

test("every object is moved, can be read all the time, and a move that was stopped goes on", async () => {
  const objects = await putAll(24);
  const both = whileMoving(bucket, disk);
  const stopped = await moveObjects(disk, bucket, ({ moved }) => {
    if (moved === 8) void s3.stop();
  });
  expect(stopped.failed.length).toBeGreaterThan(0);
  await s3.restart();
  const reading = (async () => {
    for (const [index, object] of objects.entries()) expect(await read(both, object)).toEqual(bytesOf(index));
  })();
  const second = await moveObjects(disk, bucket, () => undefined);
  await reading;
  expect(second).toEqual({ moved: 24 - stopped.moved, gone: 0, failed: [] });
  for (const [index, object] of objects.entries()) {
    expect(await read(bucket, object)).toEqual(bytesOf(index));
    expect(existsSync(disk.locate(object))).toBe(false);
  }
});

test("an object that is erased while it is moved is in neither place", async () => {
  const objects = await putAll(24);
  const both = whileMoving(bucket, disk);
  const moving = moveObjects(disk, bucket, () => undefined);
  for (const object of objects) await both.delete(object);
  const { failed } = await moving;
  // What was erased before its copy began has no file to read.
  for (const { reason } of failed) expect(reason).toMatch(/ENOENT|another size/);
  for (const object of objects) {
    expect(await disk.open(object)).toBeNull();
    expect(await bucket.open(object)).toBeNull();
  }
});

test("both places are listed while objects are moved, and what is new goes to the bucket", async () => {
  const [old] = await putAll(1);
  const both = whileMoving(bucket, disk);
  const young = await both.put(bytesOf(1), "mp3");
  expect(await disk.open(young)).toBeNull();
  const listed = [];
  for await (const { object } of both.list()) listed.push(object);
  expect(listed).toEqual(expect.arrayContaining([old, young]));
});
