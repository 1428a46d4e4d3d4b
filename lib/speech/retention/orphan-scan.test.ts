// @module-tag promise
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { type FinishedJob, speechFinished } from "@/lib/access/events/finished-job";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import { openStream } from "@/lib/platform/stream/open";
import { ingest } from "@/lib/speech/history/ingest";
import { runCall } from "@/lib/speech/run";
import { makeCaller } from "@/prisma/factories";
import { makeRecognized, makeSpoken } from "@/prisma/speech-factories";
import { objectPath } from "@/testing/harness/remote-parts";
import { type OrphanScan, scanForOrphans, signScan } from "./orphan-scan";

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});
afterAll(() => openStream().close());

test("planted orphans and missing files are found in one run, and nothing else is touched", async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  const caller = await makeCaller();
  const [whole, recognized, robbed, waiting] = [
    await makeSpoken(caller, "một"),
    await makeRecognized(caller, "hai", { inputExpiresAt: new Date(Date.now() + days(1)).toISOString() }),
    await makeSpoken(caller, "ba"),
    await makeSpoken(caller, "bốn"),
  ];
  await ingest([whole, recognized, robbed].map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  await openStream().publish(speechFinished, { key: waiting.trackingId, payload: waiting });
  const orphans = [
    await objectStore().put(new Uint8Array(9), "mp3"),
    await objectStore().put(new Uint8Array(9), "wav"),
  ];
  await objectStore().delete(robbed.audioObject ?? "");

  clock.advance(hours(1) + minutes(1));
  const inventory = await scanForOrphans();
  expect(inventory?.orphans.toSorted()).toEqual(orphans.toSorted());
  expect(inventory?.missing).toEqual([{ trackingId: robbed.trackingId, object: robbed.audioObject }]);
  expect(inventory).toMatchObject({ expected: 6, found: 9 });
  for (const object of orphans) expect(await objectStore().open(object)).toBeNull();
  for (const object of [whole, recognized, waiting].flatMap((call) => [
    call.audioObject,
    call.contentObject,
    call.inputObject,
  ]))
    if (object) expect(await objectStore().open(object)).not.toBeNull();

  const row = await db.inventory.findFirstOrThrow();
  expect(signScan({ ...row, ...(inventory as OrphanScan) })).toBe(row.signature);
});

test("it runs once a day, in one process", async () => {
  clock.advance(days(2));
  const [first, second] = await Promise.all([scanForOrphans(), scanForOrphans()]);
  expect([first, second].filter(Boolean)).toHaveLength(1);
  expect(await scanForOrphans()).toBeNull();
});

test("files of a job that could not be published are deleted within the hour, whenever the last inventory was", async () => {
  const report = vi.spyOn(log, "error").mockImplementation(() => undefined);
  vi.spyOn(openStream(), "publish").mockRejectedValue(new Error("the stream is away"));
  const caller = await makeCaller({ creditMilli: 1_000_000n });
  const recognized = { ...(await makeRecognized(caller, "Xin chào")), requestId: undefined, resultCode: undefined };
  const { contentObject, inputObject } = recognized;
  const call = { ...recognized, caller, amountMilli: 5100n, receivedAt: 0 };
  await expect(runCall(call, async () => recognized)).rejects.toThrow("the stream is away");
  // The file system has the true time, also where the program's is another.
  for (const file of readdirSync(env.VANG_DATA, { recursive: true, encoding: "utf8" }))
    utimesSync(join(env.VANG_DATA, file), new Date(), new Date());

  clock.advance(minutes(15));
  await scanForOrphans();
  for (const object of [contentObject, inputObject]) expect(await objectStore().open(object ?? "")).not.toBeNull();

  clock.advance(minutes(10));
  expect((await scanForOrphans())?.orphans.toSorted()).toEqual([contentObject, inputObject].toSorted());
  for (const object of [contentObject, inputObject]) expect(await objectStore().open(object ?? "")).toBeNull();
  expect(report).toHaveBeenCalledWith({ object: inputObject }, "erased a file that no call names");
});

test("all files of a directory are examined, however many", async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  await objectStore().put(new Uint8Array(9), "mp3");
  const objects = Array.from({ length: 100 }, (_, index) => `a${String(index).padStart(31, "0")}.mp3`);
  mkdirSync(dirname(objectPath(objects[0])), { recursive: true });
  for (const object of objects) writeFileSync(objectPath(object), "x");
  clock.advance(minutes(25));
  expect((await scanForOrphans())?.orphans).toEqual(expect.arrayContaining(objects));
});

test("content of a job in the dead letters lives until it expires, whatever its event contains", async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  const caller = await makeCaller();
  const [recognized, garbled] = [
    await makeRecognized(caller, "Xin chào"),
    { ...(await makeSpoken(caller, "Xin chào")), expiresAt: "some day" },
  ];
  const dead = (payload: FinishedJob) => ({
    topic: speechFinished,
    key: payload.trackingId,
    payload,
    failedAt: new Date(),
  });
  await db.streamMessage.createMany({ data: [recognized, garbled].map(dead) });
  const left = async () => {
    const objects = [recognized.contentObject, garbled.audioObject, recognized.inputObject];
    const stored = await Promise.all(objects.map((object) => objectStore().open(object ?? "")));
    return stored.map((object) => object !== null);
  };
  clock.advance(minutes(25));
  await scanForOrphans();
  expect(await left()).toEqual([true, true, false]);

  clock.advance(days(30) - minutes(26));
  await scanForOrphans();
  expect(await left()).toEqual([true, true, false]);

  clock.advance(minutes(2));
  await scanForOrphans();
  expect(await left()).toEqual([false, false, false]);
});
