// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Caller } from "@/lib/access/principals/caller";
import { toCursor } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { withMetadata } from "./by-metadata";
import { ingest } from "./ingest";
import { findJobPage, getJob, listJobs } from "./list";
import { findJob } from "./lookup";
import type { HistoryFilter } from "./schema";

/** Recorded calls, the newest first; every third has the same timestamp as the previous one. */
const record = async (caller: Caller, count: number) => {
  const moment = (index: number) => new Date(Date.UTC(2026, 10, 20) - Math.floor(index / 3) * 1000).toISOString();
  const calls = Array.from({ length: count }, (_, index) => makeFinished(caller, { createdAt: moment(index) }));
  await ingest(calls.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  return calls.map(({ trackingId }) => trackingId);
};

test("pages follow each other from the newest to the oldest, each job once", async () => {
  const member = await makeMember();
  const trackingIds = await record(await makeCaller({ businessId: member.businessId }), 32);
  const first = await listJobs(member, { limit: 10 });
  const pages = [first];
  for (let cursor = first.next; cursor; cursor = pages.at(-1)?.next ?? null) {
    pages.push(await listJobs(member, { cursor, limit: 10 }));
  }

  const jobs = pages.flatMap((page) => page.jobs);
  expect(pages.map((page) => page.jobs.length)).toEqual([10, 10, 10, 2]);
  expect(jobs.map(({ trackingId }) => trackingId).sort()).toEqual(trackingIds.sort());
  const times = jobs.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("jobs are found by pairs of their metadata, whether few or many have them, and none of another business", async () => {
  const [one, outsider] = [await makeCaller(), await makeCaller()];
  const make = (caller: Caller, metadata: Record<string, string> | null) => makeFinished(caller, { metadata });
  const wanted = [make(one, { orderId: "1024", shop: "Huế" }), make(one, { orderId: "1024" })];
  const others = [make(one, { orderId: "1025" }), make(one, null), make(outsider, { orderId: "1024" })];
  await ingest([...wanted, ...others].map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  const found = async (metadata: Record<string, string>, most?: number) => {
    const where = { businessId: one.businessId, ...(await withMetadata(one.businessId, metadata, most)) };
    const rows = await db.job.findMany({ where, select: { trackingId: true } });
    const page = await findJobPage(one.businessId, { metadata });
    expect(page.jobs.map(({ trackingId }) => trackingId).sort()).toEqual(
      rows.map(({ trackingId }) => trackingId).sort(),
    );
    return rows.length;
  };
  for (const most of [undefined, 1]) {
    expect(await found({ orderId: "1024" }, most)).toBe(2);
    expect(await found({ orderId: "1024", shop: "Huế" }, most)).toBe(1);
    expect(await found({ orderId: "102" }, most)).toBe(0);
    expect(await found({ "order'Id": "1024" }, most)).toBe(0);
  }
});

test("every filter gives exactly the matching jobs, page by page, and none of another business", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const [one, two] = [
    await makeCaller({ businessId: member.businessId }),
    await makeCaller({ businessId: member.businessId }),
  ];
  const at = (createdAt: string) => ({ createdAt });
  const spoken = makeFinished(one, at("2026-11-01T16:59:59.999Z"));
  const recognized = makeFinished(two, { ...at("2026-11-01T17:00:00.000Z"), trackingId: newId("stt"), service: "stt" });
  const failed = makeFinished(one, { ...at("2026-11-02T16:59:59.999Z"), status: "failed", voiceId: "south-ngoc" });
  const other = makeFinished(two, { ...at("2026-11-02T17:00:00.000Z"), modelId: "another" });
  await ingest(
    [spoken, recognized, failed, other].map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })),
  );
  const left = async (filter: HistoryFilter, by = member) => {
    const first = await listJobs(by, { filter, limit: 1 });
    const rest = first.next ? await listJobs(by, { filter, cursor: first.next }) : { jobs: [] };
    return [...first.jobs, ...rest.jobs].map(({ trackingId }) => trackingId);
  };

  expect(await left({ service: "stt" })).toEqual([recognized.trackingId]);
  expect(await left({ status: "failed" })).toEqual([failed.trackingId]);
  expect(await left({ key: one.keyId })).toEqual([failed.trackingId, spoken.trackingId]);
  expect(await left({ model: "another" })).toEqual([other.trackingId]);
  expect(await left({ voice: "south-ngoc" })).toEqual([failed.trackingId]);
  // Days begin at midnight in Vietnam, 17:00 UTC.
  expect(await left({ from: "2026-11-02", to: "2026-11-02" })).toEqual([failed.trackingId, recognized.trackingId]);
  expect(await left({ key: two.keyId, service: "tts" })).toEqual([other.trackingId]);
  expect(await left({ q: ` ${recognized.trackingId.slice(0, 7)} ${recognized.trackingId.slice(7)}\n` })).toEqual([
    recognized.trackingId,
  ]);
  expect(await left({ q: "\0" })).toEqual([]);
  expect(await left({ q: recognized.trackingId }, outsider)).toEqual([]);
  expect(await left({ key: one.keyId }, outsider)).toEqual([]);
});

test("an invalid cursor is rejected", async () => {
  const member = await makeMember();
  const forged = [
    "x",
    "..",
    Buffer.from("1.tts_short").toString("base64url"),
    `${"9".repeat(40)}`,
    "%00",
    "a".repeat(9999),
  ];
  for (const cursor of forged) {
    await expect(listJobs(member, { cursor })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  }
});

test("a job has all its fields for its own business", async () => {
  const member = await makeMember({ role: "viewer" });
  const [trackingId = ""] = await record(await makeCaller({ businessId: member.businessId }), 1);

  expect(await getJob(member, trackingId)).toMatchObject({
    trackingId,
    characters: 17,
    rulesVersion: "2026-01-01.1",
    amountMilli: 5100n,
  });
});

test("another business's history is not accessible by list, cursor or tracking ID", async () => {
  const outsider = await makeMember();
  const [trackingId = ""] = await record(await makeCaller(), 3);

  const cursor = toCursor({ createdAt: new Date(), id: trackingId });
  expect(await listJobs(outsider)).toEqual({ jobs: [], next: null });
  expect(await listJobs(outsider, { cursor })).toEqual({ jobs: [], next: null });
  await expect(getJob(outsider, trackingId)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a lookup finds the caller's own job of that service, and nothing for others", async () => {
  const [caller, outsider] = [await makeCaller(), await makeCaller()];
  const [trackingId = ""] = await record(caller, 1);

  expect(await findJob(caller, "tts", trackingId)).toMatchObject({
    trackingId,
    audioDuration: 1.25,
    fileSizeBytes: 20160n,
  });
  const nothing = { code: "RESULT_NOT_FOUND" };
  await expect(findJob(caller, "stt", trackingId)).rejects.toMatchObject(nothing);
  await expect(findJob(outsider, "tts", trackingId)).rejects.toMatchObject(nothing);
  await expect(findJob(caller, "tts", "tts_unknown")).rejects.toMatchObject(nothing);
});

test("a lookup waits for a record that is written a moment later, but not for old jobs", async () => {
  const caller = await makeCaller();
  const payload = makeFinished(caller, { trackingId: newId("tts") });
  const looking = findJob(caller, "tts", payload.trackingId);
  await sleep(100);
  await ingest([{ key: payload.trackingId, payload, attempts: 0 }]);
  expect(await looking).toMatchObject({ trackingId: payload.trackingId });

  const old = findJob(caller, "tts", "tts_00000000000000000000000000").catch(({ code }) => code);
  expect(await Promise.race([old, sleep(1000, "still waiting")])).toBe("RESULT_NOT_FOUND");
});

test("a job of another region is not found here, and the error names its region", async () => {
  const caller = await makeCaller();
  const payload = makeFinished(caller, { region: "SG" });
  await ingest([{ key: payload.trackingId, payload, attempts: 0 }]);
  await expect(findJob(caller, "tts", payload.trackingId)).rejects.toMatchObject({
    code: "WRONG_REGION",
    details: { values: { region: "SG" } },
  });
});

test.each(["", "\0", "tts_\0", "../../etc/passwd", "tts_", "key_0", "x".repeat(9999)])(
  "%j, which cannot be a tracking ID, is not found",
  async (text) => {
    await expect(getJob(await makeMember(), text)).rejects.toMatchObject({ code: "NOT_FOUND" });
  },
);
