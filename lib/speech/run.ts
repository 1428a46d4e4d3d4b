import "server-only";
import { type FinishedJob, speechFinished } from "@/lib/access/events/finished-job";
import {
  countBrokenStream,
  countDisconnect,
  countTestAudio,
  hasTestAudio,
  testSecondsPerDay,
} from "@/lib/money/wallet/allowances";
import { holdIsOpen, holdNow, releaseFailed, releaseHold } from "@/lib/money/wallet/holds";
import type { Part } from "@/lib/money/wallet/parts";
import { clock } from "@/lib/platform/clock";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { log, withLogFields } from "@/lib/platform/log";
import type { Statement } from "@/lib/platform/statement";
import { openStream } from "@/lib/platform/stream/open";
import type { PublishOptions } from "@/lib/platform/stream/stream";
import { increment, timed } from "@/lib/platform/telemetry/metrics";
import { traced } from "@/lib/platform/telemetry/tracing";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";
import {
  type Call,
  type Cost,
  type Delivered,
  describeFailed,
  describeFinished,
  holdFor,
  holdOf,
  isPaid,
  lowerHoldTo,
  type Outcome,
  type Ran,
} from "./call";
import { claimOnce, findRepeated, forgetClaim, keepAnswer } from "./idempotency/claim";

/**
 * Runs a call once and charges it. Credit is held before `work`, unless it is held late; before this resolves, the
 * finished call is durably published, and final. If `work` fails, the hold is released and the failure recorded;
 * failures of `isCounted` are charged like a finished job beyond the day's free ones. What a client got of a job that is
 * then rejected is charged, and if we fail, beyond the day's free failures. A call that outlasted its hold,
 * for example because its process was paused, fails. One with a known Idempotency-Key is not run again. For a test key
 * nothing is held or charged, but its audio is counted: throws TOO_MANY_ATTEMPTS past the day's. A call that is held
 * late fails with INSUFFICIENT_CREDIT or SPEND_CAP_REACHED if others spent the credit meanwhile.
 */
export function runCall(call: Call, work: () => Promise<Outcome>): Promise<Ran> {
  const { service, trackingId, modelId } = call;
  const attributes = { "vang.tracking_id": trackingId, "vang.model_id": modelId };
  return withLogFields({ trackingId }, () => traced(`job ${service}`, attributes, () => runToEnd(call, work)));
}

async function runToEnd(call: Call, work: () => Promise<Outcome>): Promise<Ran> {
  const { service, trackingId, idempotency } = call;

  // Claim and hold. What repeats a finished job gets its result, even where the request itself would be rejected.
  const rejection = call.rejection ?? (await testRejection(call));
  if (idempotency) {
    const keyed = { ...call, idempotency };
    const repeated = await (rejection ? findRepeated(keyed) : claimOnce(keyed));
    if (repeated) return { finished: repeated, isReplay: true };
  }
  if (rejection) throw rejection;
  if (!idempotency && !call.holdsLate) await holdFor(call);
  failpoint("held");

  // The engine runs, and its result is stored.
  let outcome: Outcome;
  try {
    outcome = await work();
  } catch (error) {
    return fail(call, error);
  }
  await countTest(call, Math.max(secondsTranscribed(call), Math.ceil(outcome.audioDuration)));
  const finished = describeFinished(call, outcome);
  failpoint("stored");

  // The event. Without it the hold is gone, so nothing of the job can be charged.
  if (!(await publishCompleted(call, finished, outcome.isCut))) return fail(call, new AppError("OVERLOADED"), null);
  failpoint("published");
  if (finished.amountMilli === "0" && !call.holdsLate && isPaid(call)) {
    await releaseHold(trackingId).catch((error: Error) =>
      log.warn({ trackingId, reason: error.name }, "the hold of a free job is left to the reaper"),
    );
  }
  failpoint("kept");
  increment("vang_jobs_total", { service, result: "completed" });
  return { finished, isReplay: false };
}

/**
 * Publishes a completed job; one statement also keeps the response under the Idempotency-Key and releases the place.
 * Returns false if there is no hold to charge it from. If it throws, the event may still be published, so hold and key
 * are kept until the worker charges the call or the reaper releases its credit.
 */
async function publishCompleted(call: Call, finished: FinishedJob, isCut = false): Promise<boolean> {
  const { trackingId, idempotency, place, holdsLate } = call;
  const kept: Statement[] = [...(call.alongside ?? [])];
  if (idempotency) kept.push(isCut ? forgetClaim({ ...call, idempotency }) : keepAnswer(idempotency, finished));
  let condition: Statement | undefined;
  if (finished.amountMilli !== "0") condition = holdsLate ? holdNow(holdOf(call)) : holdIsOpen(trackingId);

  let isPublished = false;
  const publishWith = async (released: Statement[]) => {
    isPublished = await publish(finished, { condition, alongside: [...kept, ...released] });
  };
  await (place ? place.releaseWith(publishWith) : publishWith([]));
  if (isPublished || !holdsLate) return isPublished;

  // The credit that was there when the request arrived was spent meanwhile: this throws what is missing now, if any is.
  await holdFor(call).catch((error) => fail(call, error));
  return publish(finished, { condition: holdIsOpen(trackingId), alongside: kept });
}

function publish(finished: FinishedJob, options: PublishOptions): Promise<boolean> {
  let result = "failed";
  const work = async () => {
    const event = { key: finished.trackingId, payload: finished };
    const isPublished = await openStream().publish(speechFinished, event, options);
    result = isPublished ? "ok" : "rejected";
    return isPublished;
  };
  return timed(
    "vang_publish_duration_seconds",
    () => ({ result }),
    () => traced("publish", {}, work),
  );
}

const failures = new WeakSet<object>();

/** Whether the error ended a job, which is recorded as failed. */
export const endedJob = (error: Error): boolean => failures.has(error);

/** Ends a job without a whole result: charges what is not free, releases the rest of its hold, and records the failure. */
async function fail(call: Call, error: unknown, delivered = call.delivered?.() ?? null): Promise<never> {
  const { service, trackingId, idempotency } = call;
  if (error instanceof Error) failures.add(error);
  const parts = await call.charged?.();
  const cost = await (parts && parts.amountMilli > 0n
    ? chargeDelivered(call, parts)
    : delivered
      ? chargeCutShort(call, error, delivered)
      : chargeFailure(call, error));
  if (cost.isFree && !call.holdsLate && isPaid(call)) await releaseFailed(trackingId);
  failpoint("released");

  // Best effort: the call has failed in any case.
  const code: ErrorCode = error instanceof AppError ? error.code : "INTERNAL";
  const alongside = [...(call.alongside ?? []), ...(idempotency ? [forgetClaim({ ...call, idempotency })] : [])];
  await publish(describeFailed(call, code, cost), { alongside }).catch((failure: Error) =>
    log.warn({ trackingId, reason: failure.name }, "a failed call could not be recorded"),
  );
  failpoint("noted");
  if (error instanceof Error) increment("vang_jobs_total", { service, result: code });
  throw error;
}

/** A failure after a client got a part of the result, which it pays unless we failed, beyond the day's free failures. */
async function chargeCutShort(call: Call, error: unknown, delivered: Delivered): Promise<Cost> {
  await countTest(call, Math.ceil(delivered.seconds));
  const isProcessEnding = error instanceof AppError && error.details.message === "api.ending";
  if (!isPaid(call) || isProcessEnding) return { isFree: true };
  // Not the request was rejected, but we or the engine failed.
  const isOurs = !(error instanceof AppError) || error.status >= 500;
  if (isOurs && (await isFreeFailure(call, countBrokenStream))) return { isFree: true };
  return chargeDelivered(call, delivered);
}

/** Charges what a client got of a result that ended early: the hold is lowered to it. */
export async function chargeDelivered(call: Call, { amountMilli, units }: Part): Promise<Cost> {
  await lowerHoldTo(call, { amountMilli, units });
  return { chargeMilli: amountMilli, chargeUnits: units };
}

/** What a failure of `isCounted` counts as at least, of the audio of test keys. */
const secondsOfFailure = 60;

/** A failure before a client got anything: free, but for those of `isCounted` beyond the day's free ones. */
async function chargeFailure(call: Call, error: unknown): Promise<Cost> {
  if (!isCounted(call, error)) return { isFree: true };
  await countTest(call, Math.max(secondsOfFailure, secondsTranscribed(call)));
  if (!isPaid(call) || (await isFreeFailure(call, countDisconnect))) return { isFree: true };
  if (!call.holdsLate) return { isFree: false };
  // There is no hold yet to charge it from: it is made now, if there is credit.
  return holdFor(call).then(
    () => ({ isFree: false }),
    () => ({ isFree: true }),
  );
}

/** Why a file is rejected after it was decoded, also because its whole length costs more than there is, or for an option. */
const afterDecoding: readonly ErrorCode[] = [
  "AUDIO_TOO_LONG",
  "AUDIO_INVALID",
  "AUDIO_EMPTY",
  "INSUFFICIENT_CREDIT",
  "SPEND_CAP_REACHED",
  "PROVIDER_REJECTED",
];

/** Failures that used resources and that clients can cause: only some of them are free each day. */
function isCounted({ service, idempotency }: Call, error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  // With an Idempotency-Key the job continues when its client disconnects.
  if (error.code === "CLIENT_CLOSED") return !idempotency;
  if (service === "stt") return afterDecoding.includes(error.code);
  // An engine rejects an option at once, but a text only by synthesizing it.
  return error.code === "PROVIDER_REJECTED" && error.details.param === "text";
}

/** Counts a failure of today. If counting fails, the failure is free. */
const isFreeFailure = ({ caller, trackingId }: Call, count: (businessId: string) => Promise<boolean>) =>
  count(caller.businessId).catch((failure: Error) => {
    log.warn({ trackingId, reason: failure.name }, "a failure was not counted");
    return true;
  });

/** Why a test key's job is not run: the test keys of its business have used up their audio of the day. */
async function testRejection(call: Call): Promise<AppError | undefined> {
  if (isPaid(call) || (await hasTestAudio(call.caller.businessId))) return undefined;
  const now = clock.now();
  return new AppError("TOO_MANY_ATTEMPTS", {
    message: "api.testAudioUsed",
    values: { hours: testSecondsPerDay / 3600 },
    retryAfterSeconds: Math.ceil((+boundsOf(vietnamDay(now)).to - +now) / 1000),
  });
}

/** Counts seconds of a test key's audio. If counting fails, the job goes on. */
async function countTest(call: Call, seconds: number): Promise<void> {
  if (isPaid(call)) return;
  await countTestAudio(call.caller.businessId, seconds).catch((failure: Error) =>
    log.warn({ trackingId: call.trackingId, reason: failure.name }, "the audio of a test was not counted"),
  );
}

/** How long the audio that an engine gets is, of each channel, as far as it is known. */
const secondsTranscribed = ({ service, units }: Call): number => (service === "stt" ? (units ?? 0) : 0);
