// @module-tag promise
// @module-tag slow
import type { rm } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type FinishedJob, speechFinished } from "@/lib/access/events/finished-job";
import { signAudioPath } from "@/lib/engines/audio/signed-urls";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeRecognized, makeSpoken } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";
import { eraseResult } from "./erase";
import { scanForOrphans } from "./orphan-scan";
import { verifyReceipt } from "./receipt";
import { eraseDueContent } from "./sweep";

/** The objects that the disk fails to delete. */
const stubborn = new Set<string>();

vi.mock("node:fs/promises", async (original) => {
  const files = await original<typeof import("node:fs/promises")>();
  const refuses = (path: unknown) => [...stubborn].some((object) => String(path).endsWith(object));
  const remove: typeof rm = async (path, options) => {
    if (refuses(path)) throw Object.assign(new Error("the disk fails"), { code: "EIO" });
    return files.rm(path, options);
  };
  return { ...files, rm: remove };
});

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => void vi.spyOn(log, "error").mockImplementation(() => undefined));
afterEach(() => {
  stubborn.clear();
  clock.reset();
});

const keep = async <Call extends FinishedJob>(call: Call): Promise<Call> => {
  await ingest([{ key: call.trackingId, payload: call, attempts: 0 }]);
  return call;
};

test("the link of an erased result fails at once, although its file remains on disk", async () => {
  const caller = await makeCaller();
  const { trackingId, audioObject, expiresAt } = await keep(await makeSpoken(caller, "Xin chào"));
  const object = audioObject ?? "";
  const link = signAudioPath(object, new Date(expiresAt));
  expect((await api.get(link)).status).toBe(200);

  stubborn.add(object);
  expect((await eraseResult(caller, trackingId)).erasedAt).toBeNull();
  expect(await objectStore().open(object)).not.toBeNull();
  expect((await api.get(link)).status).toBe(404);

  stubborn.clear();
  await eraseDueContent();
  expect(await objectStore().open(object)).toBeNull();
  expect((await api.get(link)).status).toBe(404);
  expect(await db.objectToDelete.count()).toBe(0);
});

test("a receipt is sealed only when all its objects are deleted, uploads too, however old the job is", async () => {
  const caller = await makeCaller();
  const [young, old] = [
    await keep(await makeRecognized(caller, "một")),
    await keep(await makeRecognized(caller, "hai")),
  ];
  for (const { inputObject } of [young, old]) stubborn.add(inputObject ?? "");
  expect((await eraseResult(caller, young.trackingId)).erasedAt).toBeNull();
  clock.advance(days(31));
  await eraseDueContent();
  expect((await eraseResult(caller, old.trackingId)).erasedAt).toBeNull();
  expect(await db.job.findUnique({ where: { trackingId: old.trackingId } })).toMatchObject({ inputErasedAt: null });

  stubborn.clear();
  await eraseDueContent();
  for (const { trackingId, inputObject } of [young, old]) {
    expect(await objectStore().open(inputObject ?? "")).toBeNull();
    const receipt = await eraseResult(caller, trackingId);
    expect(receipt.erasedAt).not.toBeNull();
    expect(verifyReceipt(receipt)).toBe(true);
  }
});

test("an event in the dead letters stays until its files are deleted, so that erasing can be repeated", async () => {
  const caller = await makeCaller();
  const payload = await makeSpoken(caller, "Xin chào");
  const { trackingId, audioObject } = payload;
  await db.streamMessage.create({ data: { topic: speechFinished, key: trackingId, payload, failedAt: new Date() } });
  stubborn.add(audioObject ?? "");
  await expect(eraseResult(caller, trackingId)).rejects.toMatchObject({ code: "OVERLOADED" });
  stubborn.clear();
  expect((await eraseResult(caller, trackingId)).erasedAt).not.toBeNull();
  expect(await objectStore().open(audioObject ?? "")).toBeNull();
});

test("an orphan that cannot be deleted does not stop the inventory", async () => {
  const orphans = [
    await objectStore().put(new Uint8Array(9), "mp3"),
    await objectStore().put(new Uint8Array(9), "wav"),
  ];
  const [stuck = "", free = ""] = orphans.toSorted();
  stubborn.add(stuck);
  clock.advance(hours(25));
  const inventory = await scanForOrphans();
  expect(inventory?.orphans).toEqual(expect.arrayContaining(orphans));
  expect(await objectStore().open(free)).toBeNull();
});

test("content once expired stays unreadable when the clock is set back, although its file remains", async () => {
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  const [spoken, recognized] = [
    await keep(await makeSpoken(caller, "một")),
    await keep(await makeRecognized(caller, "hai")),
  ];
  const key = await makeKey(member);
  const link = signAudioPath(spoken.audioObject ?? "", new Date(spoken.expiresAt));
  const paths = [link, `/ai/tts/${spoken.trackingId}`, `/stt/jobs?id=${recognized.trackingId}`];
  const waysIn = () => Promise.all(paths.map(async (path) => (await api.get(path, key)).status));
  expect(await waysIn()).toEqual([200, 200, 200]);

  for (const object of [spoken.audioObject, recognized.contentObject]) stubborn.add(object ?? "");
  clock.advance(days(31));
  await eraseDueContent();
  clock.advance(-days(31));
  expect(await objectStore().open(spoken.audioObject ?? "")).not.toBeNull();
  expect(await waysIn()).toEqual([404, 404, 404]);

  stubborn.clear();
  clock.advance(days(31));
  await eraseDueContent();
  expect(await db.objectToDelete.count()).toBe(0);
});
