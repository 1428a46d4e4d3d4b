import "server-only";
import { type FinishedJob, speechFinished } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import { countBrokenStream, countDisconnect } from "@/lib/money/wallet/allowances";
import { holdIsOpen, holdNow } from "@/lib/money/wallet/holds";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { log, withLogFields } from "@/lib/platform/log";
import type { ConcurrencyLease } from "@/lib/platform/rate-limit/leases";
import type { Statement } from "@/lib/platform/statement";
import { openStream } from "@/lib/platform/stream/open";
import type { PublishOptions } from "@/lib/platform/stream/stream";
import { increment, timed } from "@/lib/platform/telemetry/metrics";
import { traced } from "@/lib/platform/telemetry/tracing";
import { answerKept, claimForgotten, claimOnce, findRepeated } from "@/lib/speech/idempotency/claim";
import type { Idempotency } from "@/lib/speech/idempotency/schema";
import { chargeDelivered, holdFor, holdOf, isPaid, releaseFailedFor, releaseFor } from "./call-hold";
import { describeFailed, describeFinished } from "./finished";
import { countTest, rejectionOfTest } from "./free-work";
import type { Metadata } from "./metadata";
import type { ResultCode } from "./schema";

/** What is known of a call before its engine runs. */
export type Call = {
  caller: Caller;
  service: "tts" | "stt";
  trackingId: string;
  modelId: string;
  voiceId: string | null;
  languageCode: string | null;
  characters: number | null;
  /** Of the normalization rules; null when none are applied. */
  rulesVersion: string | null;
  /** The price to hold before the engine runs. If it is not known yet, a part of it; `work` then raises the hold. */
  amountMilli: bigint;
  /** The price that applied when the call began, and the number of its units in the amount. */
  priceId: string | null;
  units: number | null;
  /** Why it is not run, unless it repeats a job that has finished. */
  rejection?: AppError;
  /** Nothing is held before its engine runs, but when the job is published: see `canHoldLate`. */
  holdsLate?: boolean;
  /** When the request arrived, by `performance.now()`. */
  receivedAt: number;
  requestId?: string;
  metadata?: Metadata | null;
  idempotency?: Idempotency;
  /** Its place in the concurrency limit. */
  place?: ConcurrencyLease;
  /** After this its process is considered dead and the hold is released. */
  expiresInMs?: number;
  /** Set by `work` if its client can read the result before it is whole: what it got so far, null before the first byte. */
  delivered?: () => Delivered | null;
};

/** What a client got of a result while it was made: its length, and the part of the price that is for it. */
export type Delivered = { seconds: number; units: number; amountMilli: bigint };

/** The result of a call: the objects it created, and whether it is charged. */
export type Outcome = Pick<
  FinishedJob,
  "audioObject" | "audioFormat" | "contentObject" | "inputObject" | "audioDuration" | "fileSizeBytes"
> &
  Partial<Pick<FinishedJob, "spark" | "marks">> & {
    resultCode?: ResultCode | ErrorCode;
    isFree?: boolean;
    /** The charge, if it is less than the price; the hold was lowered to it. */
    chargeMilli?: bigint;
    /** The units of the price in that charge. */
    chargeUnits?: number;
    /** The client left before the end: a repeat of its request is a new job. */
    isCut?: boolean;
  };

export type Ran = { finished: FinishedJob; isReplay: boolean };

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
  return withLogFields({ trackingId }, () => traced(`job ${service}`, attributes, () => runCounted(call, work)));
}

async function runCounted(call: Call, work: () => Promise<Outcome>): Promise<Ran> {
  try {
    const ran = await runOnce(call, work);
    if (!ran.isReplay) countJob(call, "completed");
    return ran;
  } catch (error) {
    if (error instanceof Error && endedJob(error)) countJob(call, codeOf(error));
    throw error;
  }
}

const codeOf = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : "INTERNAL");

const countJob = ({ service }: Call, result: string): void => increment("vang_jobs_total", { service, result });

async function runOnce(call: Call, work: () => Promise<Outcome>): Promise<Ran> {
  const known = await begin(call);
  if (known) return { finished: known, isReplay: true };
  failpoint("held");
  const outcome = await attempt(call, work);
  await countTest(call, Math.max(secondsTranscribed(call), Math.ceil(outcome.audioDuration)));
  const finished = describeFinished(call, outcome);
  failpoint("stored");
  // Its hold is gone, so nothing of it can be charged.
  if (!(await publishCompleted(call, finished, outcome.isCut))) return fail(call, new AppError("OVERLOADED"), null);
  failpoint("published");
  if (finished.amountMilli === "0" && !call.holdsLate) await releaseFree(call);
  failpoint("kept");
  return { finished, isReplay: false };
}

async function attempt(call: Call, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return fail(call, error);
  }
}

/** What a failure of `isCounted` counts as at least, of the audio of test keys. */
const secondsOfFailure = 60;

/** How long the audio that an engine gets is, of each channel, as far as it is known. */
const secondsTranscribed = ({ service, units }: Call): number => (service === "stt" ? (units ?? 0) : 0);

const failures = new WeakSet<object>();

/** Whether the error ended a job, which is recorded as failed. */
export const endedJob = (error: Error): boolean => failures.has(error);

async function fail(call: Call, error: unknown, delivered = call.delivered?.() ?? null): Promise<never> {
  if (error instanceof Error) failures.add(error);
  const cost = delivered ? await chargeCutShort(call, error, delivered) : await chargeFailure(call, error);
  if (cost.isFree && !call.holdsLate) await releaseFailedFor(call);
  failpoint("released");
  await recordFailure(call, error, cost);
  throw error;
}

type Cost = Pick<Outcome, "isFree" | "chargeMilli" | "chargeUnits">;

/** A failure before a client got anything. */
async function chargeFailure(call: Call, error: unknown): Promise<Cost> {
  if (!isCounted(call, error)) return { isFree: true };
  await countTest(call, Math.max(secondsOfFailure, secondsTranscribed(call)));
  return { isFree: !isPaid(call) || (await isFreeFailure(call, countDisconnect)) || !(await isHeld(call)) };
}

/** A failure after a client got a part of the result, which it pays unless we failed, beyond the day's free failures. */
async function chargeCutShort(call: Call, error: unknown, delivered: Delivered): Promise<Cost> {
  await countTest(call, Math.ceil(delivered.seconds));
  const isFree = !isPaid(call) || isEnding(error) || (isOurs(error) && (await isFreeFailure(call, countBrokenStream)));
  return isFree ? { isFree } : chargeDelivered(call, delivered);
}

/** Whether this process ends. */
const isEnding = (error: unknown): boolean => error instanceof AppError && error.details.message === "api.ending";

/** Whether not the request was rejected, but we or the engine failed. */
const isOurs = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500;

/** Whether there is a hold to charge a failure from: a call that is held late gets it here, if there is credit. */
const isHeld = async (call: Call): Promise<boolean> => {
  if (!call.holdsLate) return true;
  return holdFor(call).then(
    () => true,
    () => false,
  );
};

/** Whether a job ended because its client disconnected. With an Idempotency-Key the job continues. */
const isDisconnect = ({ idempotency }: Call, error: unknown): boolean =>
  !idempotency && error instanceof AppError && error.code === "CLIENT_CLOSED";

const afterDecoding: readonly ErrorCode[] = [
  "AUDIO_TOO_LONG",
  "AUDIO_INVALID",
  "AUDIO_EMPTY",
  "INSUFFICIENT_CREDIT",
  "SPEND_CAP_REACHED",
  "PROVIDER_REJECTED",
];

/** Whether a file was rejected after it was decoded, also because its whole length costs more than there is, or for an option. */
const isDecodedInVain = ({ service }: Call, error: unknown): boolean =>
  service === "stt" && error instanceof AppError && afterDecoding.includes(error.code);

/** Whether an engine rejected the text itself, which it finds out by synthesizing it: an option it rejects at once. */
const isSynthesizedInVain = ({ service }: Call, error: unknown): boolean =>
  service === "tts" &&
  error instanceof AppError &&
  error.code === "PROVIDER_REJECTED" &&
  error.details.param === "text";

/** Failures that used resources and that clients can cause: only some of them are free each day. */
const isCounted = (call: Call, error: unknown): boolean =>
  isDisconnect(call, error) || isDecodedInVain(call, error) || isSynthesizedInVain(call, error);

/** Counts a failure. If counting fails, the failure is free. */
const isFreeFailure = ({ caller, trackingId }: Call, count: (businessId: string) => Promise<boolean>) =>
  count(caller.businessId).catch((failure: Error) => {
    log.warn({ trackingId, reason: failure.name }, "a failure was not counted");
    return true;
  });

/**
 * The same statement keeps the response under the Idempotency-Key and releases the place. If it throws, the event may
 * still be published, so hold and key are kept until the worker charges the call or the reaper releases its credit.
 */
async function publishCompleted(call: Call, finished: FinishedJob, isCut = false): Promise<boolean> {
  const { idempotency, place } = call;
  const settled = (known: Idempotency) => (isCut ? claimForgotten(claimOf(call, known)) : answerKept(known, finished));
  const kept = idempotency ? [settled(idempotency)] : [];
  let isPublished = false;
  const publishWith = async (released: Statement[]) => {
    const options = { condition: conditionOf(call, finished), alongside: [...kept, ...released] };
    isPublished = await publish(finished, options);
  };
  await (place ? place.releaseWith(publishWith) : publishWith([]));
  if (isPublished || !call.holdsLate) return isPublished;
  await holdFor(call).catch((error) => fail(call, error));
  return publish(finished, { condition: holdIsOpen(finished.trackingId), alongside: kept });
}

function conditionOf(call: Call, { amountMilli, trackingId }: FinishedJob): Statement | undefined {
  if (amountMilli === "0") return undefined;
  return call.holdsLate ? holdNow(holdOf(call)) : holdIsOpen(trackingId);
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

/** Releases what remains of a free job's hold. Best effort: otherwise the reaper does it. */
const releaseFree = (call: Call) =>
  releaseFor(call).catch((error: Error) =>
    log.warn({ trackingId: call.trackingId, reason: error.name }, "the hold of a free job is left to the reaper"),
  );

async function begin(call: Call): Promise<FinishedJob | null> {
  const claim = call.idempotency && claimOf(call, call.idempotency);
  const rejection = call.rejection ?? (await rejectionOfTest(call));
  const kept = rejection && claim ? await findRepeated(claim) : null;
  if (kept) return kept;
  if (rejection) throw rejection;
  if (claim) return claimOnce(claim);
  if (!call.holdsLate) await holdFor(call);
  return null;
}

const claimOf = (call: Call, idempotency: Idempotency) => ({
  service: call.service,
  idempotency,
  hold: holdOf(call),
  isPaid: isPaid(call),
});

/** Best effort: the call has failed in any case. */
async function recordFailure(call: Call, error: unknown, cost: Cost): Promise<void> {
  const failed = describeFailed(call, { resultCode: codeOf(error), ...cost });
  const forgotten = call.idempotency ? [claimForgotten(claimOf(call, call.idempotency))] : [];
  await publish(failed, { alongside: forgotten }).catch((failure: Error) =>
    log.warn({ trackingId: call.trackingId, reason: failure.name }, "a failed call could not be recorded"),
  );
  failpoint("noted");
}
