import "server-only";
import { clock, days, minutes } from "@/lib/clock";
import { env } from "@/lib/env";
import { Refusal, type RefusalCode } from "@/lib/errors";
import { failpoint } from "@/lib/failpoint";
import { log } from "@/lib/log";
import type { Caller } from "@/lib/principals/caller";
import type { Place } from "@/lib/rate-limit/under-way";
import { answerKept, claimForgotten, claimOnce } from "@/lib/speech/idempotency/claim";
import type { Idempotency } from "@/lib/speech/idempotency/schema";
import type { Statement } from "@/lib/statement";
import { openStream } from "@/lib/stream/open";
import type { PublishWishes } from "@/lib/stream/stream";
import { countDisconnect } from "@/lib/wallet/allowances";
import { holdCredit, holdIsOpen, releaseFailed, releaseHold } from "@/lib/wallet/holds";
import { type SpeechFinished, speechFinished } from "./finished";
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
  /** Of the rules the text is read with; null where none is applied. */
  rulesVersion: string | null;
  /** The price, set aside before the engine runs: where it is not known yet, a part that `work` raises to the whole. */
  amountMilli: bigint;
  /** The request's arrival on the `performance.now()` clock. */
  receivedAt: number;
  requestId?: string;
  idempotency?: Idempotency;
  /** Its place among those that run at once. */
  place?: Place;
  /** Past this the call's process is taken for dead and the credit is given back. */
  expiresInMs?: number;
};

/** What a call came to: the objects it left, and whether it is charged. */
export type Outcome = Pick<
  SpeechFinished,
  "audioObject" | "audioFormat" | "contentObject" | "inputObject" | "audioDuration" | "fileSizeBytes"
> & {
  resultCode?: ResultCode | RefusalCode;
  isFree?: boolean;
  /** What is charged where that is less than the price; the hold was lowered to it. */
  chargeMilli?: bigint;
};

export type Ran = { finished: SpeechFinished; isReplay: boolean };

/**
 * Runs a call once and has it charged. The credit is set aside before `work`; the finished call is on the stream,
 * durable, before this resolves; if `work` fails, the credit is given back and the failure on record with its reason.
 * What its client left by disconnecting, and a file that was decoded and rejected, is charged as if the job had ended,
 * once the business has no free ones on that day.
 * From its publication on a call is done, whatever fails afterwards. One that lasted longer than its hold, as when its
 * process was paused, can no longer be charged: it fails. A call that its Idempotency-Key already names is
 * not run again.
 */
export async function runCall(call: Call, work: () => Promise<Outcome>): Promise<Ran> {
  const known = await begin(call);
  if (known) return { finished: known, isReplay: true };
  failpoint("held");
  const finished = describe(call, await attempt(call, work));
  failpoint("stored");
  if (!(await publishCompleted(call, finished))) return fail(call, new Refusal("OVERLOADED"));
  failpoint("published");
  if (finished.amountMilli === "0") await releaseFree(call);
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

async function fail(call: Call, error: unknown): Promise<never> {
  const isFree = !isCounted(call, error) || (await isFreeFailure(call));
  if (isFree) await releaseFailed(call.trackingId);
  failpoint("released");
  await recordFailure(call, error, isFree);
  throw error;
}

/** Whether a job ended because its client disconnected. One under an Idempotency-Key goes on without its client. */
const isDisconnect = ({ idempotency }: Call, error: unknown): boolean =>
  !idempotency && error instanceof Refusal && error.code === "CLIENT_CLOSED";

/** Whether a file was rejected after it was decoded. */
const isDecodedInVain = ({ service }: Call, error: unknown): boolean =>
  service === "stt" && error instanceof Refusal && (error.code === "AUDIO_TOO_LONG" || error.code === "AUDIO_INVALID");

/** Failures that used up work and that the business decides about: only so many of a day are free. */
const isCounted = (call: Call, error: unknown): boolean => isDisconnect(call, error) || isDecodedInVain(call, error);

/** Counts a failure of `isCounted`. What cannot be counted is free. */
const isFreeFailure = ({ caller, trackingId }: Call): Promise<boolean> =>
  countDisconnect(caller.businessId).catch((failure: Error) => {
    log.warn({ trackingId, reason: failure.name }, "a failure was not counted");
    return true;
  });

/**
 * One statement also keeps the response under the Idempotency-Key and gives the job's place back. An event may have been
 * taken although this fails. Hold and key are left alone then: it is charged when the worker has it, or else the reaper
 * gives the credit back, and until one of them did the key answers IDEMPOTENCY_RUNNING.
 */
async function publishCompleted({ idempotency, place }: Call, finished: SpeechFinished): Promise<boolean> {
  const kept = idempotency ? [answerKept(idempotency.key, finished)] : [];
  const condition = finished.amountMilli === "0" ? undefined : holdIsOpen(finished.trackingId);
  let isPublished = false;
  const publishWith = async (released: Statement[]) => {
    isPublished = await publish(finished, { condition, alongside: [...kept, ...released] });
  };
  await (place ? place.releaseWith(publishWith) : publishWith([]));
  return isPublished;
}

const publish = (finished: SpeechFinished, wishes: PublishWishes) =>
  openStream().publish(speechFinished, { key: finished.trackingId, payload: finished }, wishes);

/** What is left of a free job's hold. Best effort: otherwise the reaper gives it back. */
const releaseFree = ({ trackingId }: Call) =>
  releaseHold(trackingId).catch((error: Error) =>
    log.warn({ trackingId, reason: error.name }, "the hold of a free job is left to the reaper"),
  );

async function begin(call: Call): Promise<SpeechFinished | null> {
  if (call.idempotency) return claimOnce(claimOf(call, call.idempotency));
  await holdCredit(holdOf(call));
  return null;
}

const holdOf = ({ caller, trackingId, amountMilli, expiresInMs }: Call) => ({
  businessId: caller.businessId,
  keyId: caller.keyId,
  trackingId,
  amountMilli,
  expiresInMs,
});

const claimOf = (call: Call, idempotency: Idempotency) => ({ service: call.service, idempotency, hold: holdOf(call) });

/** Best effort: the call has failed whether or not this can be written. */
async function recordFailure(call: Call, error: unknown, isFree: boolean): Promise<void> {
  const resultCode = error instanceof Refusal ? error.code : "INTERNAL";
  const failed = { ...describe(call, { ...nothing, resultCode, isFree }), status: "failed" as const };
  const forgotten = call.idempotency ? [claimForgotten(claimOf(call, call.idempotency))] : [];
  await publish(failed, { alongside: forgotten }).catch((failure: Error) =>
    log.warn({ trackingId: call.trackingId, reason: failure.name }, "a failed call left no trace"),
  );
  failpoint("noted");
}

const nothing = {
  audioObject: null,
  audioFormat: null,
  contentObject: null,
  inputObject: null,
  audioDuration: 0,
  fileSizeBytes: "0",
};

/** Long enough to fetch what was made, for a business that keeps nothing, and to hear again what was sent. */
const fetchMs = minutes(15);

function describe(
  call: Call,
  { resultCode, isFree, chargeMilli = call.amountMilli, ...made }: Outcome,
): SpeechFinished {
  const { caller, service, trackingId, modelId, voiceId, languageCode, characters, rulesVersion } = call;
  const createdAt = clock.now();
  const keptMs = Math.max(days(caller.retentionDays), fetchMs);
  return {
    trackingId,
    businessId: caller.businessId,
    keyId: caller.keyId,
    requestId: call.requestId ?? null,
    service,
    region: env.VANG_REGION,
    status: "completed",
    resultCode: resultCode ?? null,
    modelId,
    voiceId,
    languageCode,
    characters,
    rulesVersion,
    amountMilli: String(isFree ? 0n : chargeMilli),
    ...made,
    processingTimeMs: String(Math.round(performance.now() - call.receivedAt)),
    createdAt: createdAt.toISOString(),
    expiresAt: wholeSecond(createdAt, keptMs).toISOString(),
    inputExpiresAt: made.inputObject ? wholeSecond(createdAt, fetchMs).toISOString() : null,
  };
}

// As a link says it, so that link and record die together.
const wholeSecond = (from: Date, addMs: number) => new Date(Math.floor((from.getTime() + addMs) / 1000) * 1000);
