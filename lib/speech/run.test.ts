// @module-tag promise
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, hours, minutes, seconds } from "@/lib/platform/clock";
import { db, withOwnConnection } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openStream } from "@/lib/platform/stream/open";
import { reapHolds } from "@/lib/server/worker/finished-calls";
import { findFinished } from "@/lib/speech/idempotency/claim";
import { makeCaller } from "@/prisma/factories";
import { settleCalls } from "@/testing/harness/settle-calls";
import { promised } from "@/testing/promises";
import type { Call, Outcome } from "./call";
import { runCall } from "./run";

const creditMilli = 1_000_000n;

afterEach(() => clock.reset());
afterAll(() => openStream().close());

const outcome: Outcome = {
  audioObject: "a".repeat(32),
  audioFormat: "wav",
  contentObject: null,
  inputObject: null,
  audioDuration: 1.5,
  fileSizeBytes: "1000",
};

const callOf = (caller: Caller, key?: string, fingerprint = "one body"): Call => ({
  caller,
  service: "tts",
  trackingId: newId("tts"),
  modelId: "vang-espeak",
  voiceId: "north-linh",
  languageCode: null,
  characters: 17,
  rulesVersion: null,
  amountMilli: 5100n,
  priceId: null,
  units: null,
  receivedAt: performance.now(),
  idempotency: key ? { key, fingerprint } : undefined,
});

/** What is recorded of a job: not the wave and the marks of the history, nor where its event is sent. */
function recordOf(finished: FinishedJob) {
  const { spark, marks, callbackUrl, callbackEcho, ...recorded } = finished;
  return recorded;
}

/** What a response is made of, which is without the client's metadata. */
function responseOf(finished: FinishedJob) {
  const { spark, marks, metadata, ...response } = finished;
  return response;
}

const charged = (businessId: string) => db.transfer.count({ where: { kind: "charge", debit: { businessId } } });

test("a job with an Idempotency-Key runs once, and a retry gets the first response", async () => {
  const caller = await makeCaller({ creditMilli });
  const work = vi.fn(async () => outcome);
  const first = await runCall(callOf(caller, "order-1"), work);
  const second = await runCall(callOf(caller, "order-1"), work);
  expect([first.isReplay, second.isReplay]).toEqual([false, true]);
  expect(second.finished).toEqual(responseOf(first.finished));

  await settleCalls();
  // Simulates a stream outside the database that took the event before the response was stored.
  await db.$executeRaw`UPDATE idempotency_records SET finished = NULL WHERE business_id = ${caller.businessId}`;
  const third = await runCall(callOf(caller, "order-1"), work);
  expect(third.finished).toEqual(recordOf(first.finished));
  expect(work).toHaveBeenCalledOnce();
  expect(await charged(caller.businessId)).toBe(1);
});

test("the recorded job equals the published one", async () => {
  const { finished } = await runCall(callOf(await makeCaller({ creditMilli })), async () => outcome);
  await settleCalls();
  expect(await findFinished(finished.trackingId)).toEqual(recordOf(finished));
});

test("of 100 concurrent jobs with one key one runs; the others get its response or IDEMPOTENCY_RUNNING with its ID", async () => {
  const caller = await makeCaller({ creditMilli });
  const work = vi.fn(async () => outcome);
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => runCall(callOf(caller, "order-1"), work)));
  expect(work).toHaveBeenCalledOnce();
  const ran = all.flatMap((one) => (one.status === "fulfilled" ? [one.value.finished.trackingId] : []))[0];
  const running = { code: "IDEMPOTENCY_RUNNING", details: { trackingId: ran } };
  for (const one of all) if (one.status === "rejected") expect(one.reason).toMatchObject(running);
  await settleCalls();
  expect(await charged(caller.businessId)).toBe(promised("M3"));
  expect(await audit()).toEqual([]);
});

test("another body under the same key is rejected and holds nothing", async () => {
  const caller = await makeCaller({ creditMilli });
  await runCall(callOf(caller, "order-1"), async () => outcome);
  const other = callOf(caller, "order-1", "another body");
  await expect(runCall(other, async () => outcome)).rejects.toMatchObject({ code: "IDEMPOTENCY_MISMATCH" });
  expect(await db.hold.count({ where: { trackingId: other.trackingId } })).toBe(0);
});

test("only the region of a key's first job is named to retries elsewhere", async () => {
  const caller = await makeCaller({ creditMilli });
  const work = vi.fn(async () => outcome);
  await runCall(callOf(caller, "order-1"), work);
  await db.$executeRaw`UPDATE idempotency_records SET finished = finished || '{"region": "SG"}'
    WHERE business_id = ${caller.businessId}`;
  await expect(runCall(callOf(caller, "order-1"), work)).rejects.toMatchObject({
    code: "WRONG_REGION",
    details: { values: { region: "SG" } },
  });
  expect(work).toHaveBeenCalledOnce();
});

test("a key is scoped to one business and service, and can be reused after 72 hours", async () => {
  const [caller, outsider] = [await makeCaller({ creditMilli }), await makeCaller({ creditMilli })];
  const work = vi.fn(async () => outcome);
  await runCall(callOf(caller, "order-1"), work);
  await runCall(callOf(outsider, "order-1"), work);
  await runCall({ ...callOf(caller, "order-1"), service: "stt", trackingId: newId("stt") }, work);
  expect(work).toHaveBeenCalledTimes(3);

  clock.advance(hours(72) - seconds(5));
  await runCall(callOf(caller, "order-1"), work);
  expect(work).toHaveBeenCalledTimes(3);
  clock.advance(seconds(10));
  await runCall(callOf(caller, "order-1"), work);
  expect(work).toHaveBeenCalledTimes(4);
});

test("a failed job releases its key and credit and is recorded with its reason", async () => {
  const caller = await makeCaller({ creditMilli });
  const failing = callOf(caller, "order-1");
  const broken = () => Promise.reject(new AppError("PROVIDER_FAILED"));
  await expect(runCall(failing, broken)).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
  const { isReplay } = await runCall(callOf(caller, "order-1"), async () => outcome);
  expect(isReplay).toBe(false);

  await settleCalls();
  const job = await db.job.findUniqueOrThrow({ where: { trackingId: failing.trackingId } });
  expect(job).toMatchObject({ status: "failed", resultCode: "PROVIDER_FAILED", amountMilli: 0n });
  expect(await charged(caller.businessId)).toBe(1);
  expect(await audit()).toEqual([]);
});

const lost = () => new Error("Connection terminated unexpectedly");

test.each([
  ["after it was", true],
  ["before it was", false],
])("a job whose connection is lost %s published is charged once under its key", async (_, isPublished) => {
  const caller = await makeCaller({ creditMilli });
  const { publish } = openStream();
  vi.spyOn(openStream(), "publish").mockImplementationOnce(async (...event) => {
    if (isPublished) await publish(...event);
    throw lost();
  });
  const again = () => runCall(callOf(caller, "order-1"), async () => outcome);
  await expect(again()).rejects.toThrow(lost());
  if (isPublished) expect((await again()).isReplay).toBe(true);
  else await expect(again()).rejects.toMatchObject({ code: "IDEMPOTENCY_RUNNING" });

  await settleCalls();
  expect((await again()).isReplay).toBe(isPublished);
  await settleCalls();
  expect(await charged(caller.businessId)).toBe(1);
  expect(await db.job.count({ where: { businessId: caller.businessId } })).toBe(1);
  expect(await audit()).toEqual([]);
});

/** Expires the hold of a running job, and optionally reaps it. */
const expire = async (isReaped: boolean) => {
  clock.advance(minutes(10));
  if (isReaped) await reapHolds(openStream());
};

const jobOf = ({ trackingId }: Call) => db.job.findUniqueOrThrow({ where: { trackingId } });
const holdOf = ({ trackingId }: Call) => db.hold.findUniqueOrThrow({ where: { trackingId } });

test.each([
  ["was given back", true],
  ["expired", false],
])("a job whose hold %s before it ended fails as overloaded and is not charged", async (_, isReaped) => {
  const caller = await makeCaller({ creditMilli });
  const late = callOf(caller, "order-1");
  const work = async () => {
    await expire(isReaped);
    return outcome;
  };
  await expect(runCall(late, work)).rejects.toMatchObject({ code: "OVERLOADED" });
  expect((await holdOf(late)).status).toBe("released");
  expect((await runCall(callOf(caller, "order-1"), async () => outcome)).isReplay).toBe(false);
  await settleCalls();
  expect(await jobOf(late)).toMatchObject({ status: "failed", resultCode: "OVERLOADED", amountMilli: 0n });
  expect(await charged(caller.businessId)).toBe(1);
  expect(await audit()).toEqual([]);
});

test("a job that ends after its retry under the same key fails, and the key keeps the response of the retry", async () => {
  const caller = await makeCaller({ creditMilli });
  const late = callOf(caller, "order-1");
  const retry = callOf(caller, "order-1");
  const work = async () => {
    await expire(true);
    await runCall(retry, async () => outcome);
    return outcome;
  };
  await expect(runCall(late, work)).rejects.toMatchObject({ code: "OVERLOADED" });
  const { finished } = await runCall(callOf(caller, "order-1"), () => Promise.reject(new Error("ran again")));
  expect(finished.trackingId).toBe(retry.trackingId);
  await settleCalls();
  expect([(await jobOf(late)).status, (await jobOf(retry)).status]).toEqual(["failed", "completed"]);
  expect(await charged(caller.businessId)).toBe(1);
  expect(await audit()).toEqual([]);
});

test("publishing a job waits for a concurrent release of its hold, and then fails", async () => {
  const late = callOf(await makeCaller({ creditMilli }));
  await withOwnConnection(async (client) => {
    let ended: Promise<unknown> | undefined;
    await new Promise<void>((locked, failed) => {
      ended = runCall(late, async () => {
        await client.query("BEGIN");
        await client.query("SELECT FROM holds WHERE tracking_id = $1 FOR NO KEY UPDATE", [late.trackingId]);
        locked();
        return outcome;
      }).catch((error: unknown) => error);
      ended.catch(failed);
    });
    await vi.waitFor(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect((await client.query(waiting)).rowCount).toBe(1);
    });
    await client.query("UPDATE holds SET expires_at = created_at WHERE tracking_id = $1", [late.trackingId]);
    await client.query("COMMIT");
    expect(await ended).toMatchObject({ code: "OVERLOADED" });
  });
  expect((await holdOf(late)).status).toBe("released");
  expect(await audit()).toEqual([]);
});

test("a free job is published even after its hold was released", async () => {
  const free = callOf(await makeCaller({ creditMilli }));
  await runCall(free, async () => {
    await expire(true);
    return { ...outcome, isFree: true };
  });
  await settleCalls();
  expect((await jobOf(free)).status).toBe("completed");
});

test("a job without a result is recorded and costs nothing", async () => {
  const caller = await makeCaller({ creditMilli });
  const silent = { ...outcome, resultCode: "NO_SPEECH_FOUND" as const, isFree: true };
  const { finished } = await runCall(callOf(caller), async () => silent);
  expect(finished).toMatchObject({ status: "completed", resultCode: "NO_SPEECH_FOUND", amountMilli: "0" });
  await settleCalls();
  expect(await charged(caller.businessId)).toBe(0);
  expect((await db.hold.findUniqueOrThrow({ where: { trackingId: finished.trackingId } })).status).toBe("released");
});

test("without credit nothing runs and the key stays unused", async () => {
  const caller = await makeCaller({ creditMilli: 5099n });
  const work = vi.fn(async () => outcome);
  await expect(runCall(callOf(caller, "order-1"), work)).rejects.toMatchObject({ code: "INSUFFICIENT_CREDIT" });
  expect(work).not.toHaveBeenCalled();
  expect(await db.idempotencyRecord.count({ where: { businessId: caller.businessId } })).toBe(0);
  expect(await db.hold.count({ where: { businessId: caller.businessId } })).toBe(0);
});

test("reaching the monthly spending cap leaves the Idempotency-Key unused", async () => {
  const caller = await makeCaller({ creditMilli });
  const cap = (monthlyCapMilli: bigint | null) =>
    db.apiKey.update({ where: { id: caller.keyId }, data: { monthlyCapMilli } });
  await cap(5099n);
  await expect(runCall(callOf(caller, "order-1"), async () => outcome)).rejects.toMatchObject({
    code: "SPEND_CAP_REACHED",
  });
  await cap(null);
  expect((await runCall(callOf(caller, "order-1", "another body"), async () => outcome)).isReplay).toBe(false);
});

test.each([
  [0, minutes(15)],
  [1, hours(24)],
  [7, hours(7 * 24)],
])("with a retention of %i days content is readable for that long", async (retentionDays, keptMs) => {
  const caller = { ...(await makeCaller({ creditMilli })), retentionDays } as Caller;
  const { createdAt, expiresAt } = (await runCall(callOf(caller), async () => outcome)).finished;
  const early = keptMs - (Date.parse(expiresAt) - Date.parse(createdAt));
  expect(early).toBeGreaterThanOrEqual(0);
  expect(early).toBeLessThan(1000);
});
