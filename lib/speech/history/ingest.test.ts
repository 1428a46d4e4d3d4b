// @module-tag promise
import { expect, test, vi } from "vitest";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import { audit } from "@/lib/money/wallet/books/differences";
import { holdCredit, releaseHold } from "@/lib/money/wallet/holds";
import { captureHolds } from "@/lib/money/wallet/settle";
import { Client, db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { recordCalls } from "@/lib/speech/history/ingest";
import { makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { ingest } from "./ingest";

const events = (...calls: unknown[]) => calls.map((payload, index) => ({ key: String(index), payload, attempts: 0 }));

/** A finished call with a hold, not yet ingested. */
const call = async (caller: Caller, options?: Partial<FinishedJob>) => {
  const finished = makeFinished(caller, options);
  const amountMilli = BigInt(finished.amountMilli);
  await holdCredit({ businessId: caller.businessId, trackingId: finished.trackingId, amountMilli });
  return finished;
};

const charges = (trackingId: string) => db.transfer.count({ where: { reference: `charge:${trackingId}` } });

test("a finished job is recorded with all its fields and charged", async () => {
  const caller = await makeCaller({ creditMilli: 10_000n });
  const { callbackUrl, callbackEcho, ...finished } = await call(caller);
  await ingest(events({ ...finished, callbackUrl, callbackEcho }));
  const { ingestedAt, deletedAt, erasedAt, inputErasedAt, editsObject, ...job } = await db.job.findUniqueOrThrow({
    where: { trackingId: finished.trackingId },
  });
  expect(job).toEqual({
    ...finished,
    marks: [],
    amountMilli: 5100n,
    fileSizeBytes: 20160n,
    processingTimeMs: 93n,
    createdAt: new Date(finished.createdAt),
    expiresAt: new Date(finished.expiresAt),
  });
  expect(await charges(finished.trackingId)).toBe(1);
});

test("a batch delivered again, concurrently and shuffled, is recorded and charged once", async () => {
  const caller = await makeCaller({ creditMilli: 1_000_000n });
  const calls = await Promise.all(Array.from({ length: 50 }, () => call(caller)));
  const shuffled = (round: number) => (round % 2 ? calls.toReversed() : calls);
  await Promise.all(Array.from({ length: 8 }, (_, round) => ingest(events(...shuffled(round)))));

  expect(await db.job.count({ where: { businessId: caller.businessId } })).toBe(50);
  expect(
    await db.transfer.count({ where: { kind: "charge", trackingId: { in: calls.map((it) => it.trackingId) } } }),
  ).toBe(50);
  expect(await audit()).toEqual([]);
});

test("a worker that is cut off in the middle of a batch does not make requests of its businesses fail", async () => {
  const caller = await makeCaller({ creditMilli: 100_000n });
  const finished = await call(caller);
  const client = new Client(env.DATABASE_URL);
  const ended = new Promise((resolve) => client.on("error", resolve));
  await client.connect();
  await client.query("BEGIN");
  await recordCalls(client.sql, [finished]);
  expect(await captureHolds(client.sql, [finished.trackingId])).toBe(1);

  const held = await call(caller);
  await expect(ended).resolves.toMatchObject({ code: "25P03" });
  await ingest(events(finished, held));
  expect(await Promise.all([finished, held].map(({ trackingId }) => charges(trackingId)))).toEqual([1, 1]);
  expect(await audit()).toEqual([]);
});

test("the same tracking ID with other content is reported, and the first job is kept", async () => {
  const finished = await call(await makeCaller({ creditMilli: 10_000n }));
  await ingest(events(finished));
  const report = vi.spyOn(log, "error").mockImplementation(() => undefined);
  await ingest(events(finished));
  expect(report).not.toHaveBeenCalled();

  await ingest(events({ ...finished, characters: 999 }));
  expect(report).toHaveBeenCalledExactlyOnceWith({ trackingId: finished.trackingId }, expect.any(String));
  expect((await db.job.findUniqueOrThrow({ where: { trackingId: finished.trackingId } })).characters).toBe(
    finished.characters,
  );
});

test("a job whose hold was released is recorded, not charged, and reported", async () => {
  const finished = await call(await makeCaller({ creditMilli: 10_000n }));
  await releaseHold(finished.trackingId);
  const report = vi
    .spyOn(log, "error")
    .mockClear()
    .mockImplementation(() => undefined);
  await ingest(events(finished));
  expect(report).toHaveBeenCalledExactlyOnceWith({ count: 1 }, "calls are on record without their charge");

  expect(await db.job.count({ where: { trackingId: finished.trackingId } })).toBe(1);
  expect(await charges(finished.trackingId)).toBe(0);
});

test("an event of a previous release, without the newer fields, is recorded and charged like any other", async () => {
  const caller = await makeCaller({ creditMilli: 10_000n });
  const { priceId, units, requestId, metadata, rulesVersion, ...older } = await call(caller);
  await ingest(events(older));
  const missing = { priceId: null, units: null, requestId: null, metadata: null, rulesVersion: null };
  expect(await db.job.findUnique({ where: { trackingId: older.trackingId } })).toMatchObject(missing);
  expect(await charges(older.trackingId)).toBe(1);
});

test("a job delivered again after its price was determined is not a different job", async () => {
  const reported = vi.spyOn(log, "error").mockClear();
  const finished = await call(await makeCaller({ creditMilli: 10_000n }));
  await ingest(events(finished));
  await db.job.update({ where: { trackingId: finished.trackingId }, data: { priceId: "prc_1", units: 17 } });
  await ingest(events(finished));
  expect(reported).not.toHaveBeenCalled();
});

test.each([
  ["malformed", { text: "no call at all" }, /null value|undefined|BigInt/],
  ["of an unknown business", makeFinished({ businessId: "biz_unknown", keyId: "key_unknown" }), /business_id_fkey/],
])("with an event %s the whole batch fails and changes nothing", async (_, bad, reason) => {
  const finished = await call(await makeCaller({ creditMilli: 10_000n }));
  await expect(ingest(events(finished, bad))).rejects.toThrow(reason);

  expect(await db.job.count({ where: { trackingId: finished.trackingId } })).toBe(0);
  expect(await charges(finished.trackingId)).toBe(0);
});

test("a job counts once in its key's day, however often its batch is delivered", async () => {
  const caller = await makeCaller({ creditMilli: 100_000n });
  const calls = await Promise.all([call(caller), call(caller), call(caller, { status: "failed", amountMilli: "0" })]);
  await Promise.all(Array.from({ length: 6 }, () => ingest(events(...calls))));
  await ingest(events(...calls, await call(caller)));

  const days = await db.usageDay.findMany({ where: { keyId: caller.keyId } });
  expect(days).toMatchObject([{ service: "tts", successes: 3, failures: 1, amountMilli: 3n * 5100n }]);
});
