// @module-tag promise
// @module-tag slow
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { objectsContract } from "@/testing/contracts/objects";
import { s3Keys, startS3, type Trouble } from "@/testing/fakes/s3-server";
import { requireUsableBucket } from "./check-bucket";
import { openS3Store, storeTimeout } from "./s3";
import { newObjectName, type ObjectStore, type StoredObject } from "./store";

const home = mkdtempSync(join(tmpdir(), "vang-s3-"));
let s3: Awaited<ReturnType<typeof startS3>>;

beforeAll(async () => {
  s3 = await startS3({ directory: home });
});
afterAll(async () => {
  await s3.stop();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value);
  vi.spyOn(log, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  Object.assign(s3.state, { trouble: null, versioning: "", isLocked: false });
  storeTimeout.ms = seconds(10);
});

const place = () => ({ bucket: "vang", region: "us-east-1", endpoint: s3.endpoint });
const open = () => openS3Store(place(), "VN");
const bytes = Buffer.alloc(1000, 7);
const away = { code: "OVERLOADED", details: { message: "api.noStore" } };

async function listAll(store: ObjectStore): Promise<string[]> {
  const objects = [];
  for await (const { object } of store.list()) objects.push(object);
  return objects;
}

objectsContract("objects in a bucket", async () => {
  const store = open();
  return { store, plant: (object, path) => store.copyIn(path, object) };
});

test("more than a thousand objects are listed, only those of the own region", async () => {
  const [store, other] = [open(), openS3Store(place(), "SG")];
  const known = new Set(await listAll(store));
  const all = Array.from({ length: 1010 }, () => newObjectName("mp3"));
  mkdirSync(join(home, "VN"), { recursive: true });
  for (const object of all) writeFileSync(join(home, "VN", object), "x");
  const foreign = await other.put(bytes, "mp3");
  const listed = await listAll(store);
  expect(listed.filter((object) => !known.has(object)).sort()).toEqual(all.toSorted());
  expect(listed).not.toContain(foreign);
  expect(await store.open(foreign)).toBeNull();
});

test.each<Trouble>(["full", "hanging"])("a store that is %s fails at once, as overloaded", async (trouble) => {
  const store = open();
  const object = await store.put(bytes, "mp3");
  s3.state.trouble = trouble;
  storeTimeout.ms = 300;
  await expect(store.put(bytes, "mp3")).rejects.toMatchObject(away);
  if (trouble === "hanging") {
    await expect(store.open(object)).rejects.toMatchObject(away);
    await expect(store.delete(object)).rejects.toMatchObject(away);
    await expect(listAll(store)).rejects.toMatchObject(away);
  }
  s3.state.trouble = null;
  storeTimeout.ms = seconds(10);
  expect(await store.open(object)).not.toBeNull();
});

test("a store that is away fails at once, and is used again when it is back", async () => {
  const store = open();
  const object = await store.put(bytes, "mp3");
  await s3.stop();
  await expect(store.put(bytes, "mp3")).rejects.toMatchObject(away);
  await expect(store.open(object)).rejects.toMatchObject(away);
  await s3.restart();
  expect(await store.open(object)).not.toBeNull();
  await store.put(bytes, "mp3");
});

test("a store that answers slowly is waited for", async () => {
  const store = open();
  s3.state.trouble = "slow";
  const stored = (await store.open(await store.put(bytes, "mp3"))) as StoredObject;
  expect(await buffer(stored.read())).toEqual(bytes);
});

test("a body that stops in the middle fails, instead of being shorter", async () => {
  const store = open();
  const stored = (await store.open(await store.put(Buffer.alloc(1_000_000), "wav"))) as StoredObject;
  s3.state.trouble = "stalling";
  storeTimeout.ms = 300;
  await expect(buffer(stored.read())).rejects.toThrow();
});

test("what was stored although its request failed is listed, so that the scan finds it", async () => {
  const store = open();
  const before = await listAll(store);
  s3.state.trouble = "hanging";
  storeTimeout.ms = 300;
  await expect(store.put(bytes, "mp3")).rejects.toMatchObject(away);
  s3.state.trouble = null;
  storeTimeout.ms = seconds(10);
  expect((await listAll(store)).length).toBe(before.length + 1);
});

test("a bucket that forgets what is deleted is accepted, and nothing of the check is left", async () => {
  const before = readdirSync(home, { recursive: true }).length;
  await requireUsableBucket(place(), "VN");
  expect(readdirSync(home, { recursive: true }).length).toBe(before);
});

test("a store that answers 503 while it starts is asked again", async () => {
  s3.state.busyFor = 3;
  await requireUsableBucket(place(), "VN");
  expect(s3.state.busyFor).toBeLessThan(0);
});

test.each([
  ["keeps versions", { versioning: "Enabled" }, /keeps deleted objects as versions/],
  ["kept versions once", { versioning: "Suspended" }, /keeps deleted objects as versions/],
  ["locks its objects", { isLocked: true }, /locks its objects/],
  ["cannot be written", { trouble: "full" as const }, /cannot be written: InsufficientStorage 507/],
])("a bucket that %s is rejected", async (_, state, sentence) => {
  Object.assign(s3.state, state);
  await expect(requireUsableBucket(place(), "VN")).rejects.toThrow(sentence);
});

test("wrong credentials, another bucket, a store that is away and an unencrypted one are rejected, each by its name", async () => {
  const refusal = (other = {}) =>
    requireUsableBucket({ ...place(), ...other }, "VN").catch((error: Error) => error.message);
  expect(await refusal({ bucket: "another" })).toMatch(/bucket another is not reachable: NotFound 404/);
  expect(await refusal({ endpoint: "http://127.0.0.1:1" })).toMatch(/not reachable.*ECONNREFUSED/);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "wrong");
  expect(await refusal()).toMatch(/not reachable.*403/);
  await expect(open().put(bytes, "mp3")).rejects.toMatchObject(away);
  await expect(open().open(newObjectName("mp3"))).rejects.toMatchObject(away);
});
