import "server-only";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { clock, days, minutes } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { isPaid } from "./call-hold";
import type { Call, Outcome } from "./run";

/** Time to download the result, for a business without retention, and to listen to the uploaded audio. */
const fetchMs = minutes(15);

/** Results of test keys, which cost nothing, are kept for no longer. */
const testKeptMs = days(1);

/** Wherever a price is named, what is charged is exactly so many of its units. */
export function chargeOf(
  call: Call,
  { isFree, chargeMilli = call.amountMilli, chargeUnits }: Pick<Outcome, "isFree" | "chargeMilli" | "chargeUnits"> = {},
) {
  const { amountMilli, priceId, units } = call;
  if (isFree || !isPaid(call)) return { amountMilli: "0", priceId, units: priceId === null ? null : 0 };
  if (chargeMilli !== amountMilli) {
    const isPriced = priceId !== null && chargeUnits !== undefined;
    return {
      amountMilli: String(chargeMilli),
      priceId: isPriced ? priceId : null,
      units: isPriced ? chargeUnits : null,
    };
  }
  return { amountMilli: String(amountMilli), priceId, units };
}

/** What is published of a job that has completed. */
export function describeFinished(call: Call, outcome: Outcome): FinishedJob {
  const { resultCode, isFree: _, chargeMilli: __, chargeUnits: ___, isCut: ____, ...made } = outcome;
  const { caller, service, trackingId, modelId, voiceId, languageCode, characters, rulesVersion } = call;
  const createdAt = clock.now();
  const wantedMs = isPaid(call) ? days(caller.retentionDays) : Math.min(days(caller.retentionDays), testKeptMs);
  const keptMs = Math.max(wantedMs, fetchMs);
  return {
    trackingId,
    businessId: caller.businessId,
    keyId: caller.keyId,
    keyHint: caller.keyHint,
    mode: caller.mode,
    requestId: call.requestId ?? null,
    metadata: call.metadata ?? null,
    service,
    region: env.VANG_REGION,
    status: "completed",
    resultCode: resultCode ?? null,
    modelId,
    voiceId,
    languageCode,
    characters,
    rulesVersion,
    ...chargeOf(call, outcome),
    spark: null,
    marks: null,
    ...made,
    processingTimeMs: String(Math.round(performance.now() - call.receivedAt)),
    createdAt: createdAt.toISOString(),
    expiresAt: wholeSecond(createdAt, keptMs).toISOString(),
    inputExpiresAt: made.inputObject ? wholeSecond(createdAt, fetchMs).toISOString() : null,
  };
}

// Rounded as in signed links, so that link and record expire at the same time.
const wholeSecond = (from: Date, addMs: number) => new Date(Math.floor((from.getTime() + addMs) / 1000) * 1000);

const nothing = {
  audioObject: null,
  audioFormat: null,
  contentObject: null,
  inputObject: null,
  audioDuration: 0,
  fileSizeBytes: "0",
};

type Failure = Pick<Outcome, "resultCode" | "isFree" | "chargeMilli" | "chargeUnits">;

/** The same of a job that failed: nothing of it is kept. */
export const describeFailed = (call: Call, failure: Failure): FinishedJob => ({
  ...describeFinished(call, { ...nothing, ...failure }),
  status: "failed",
});
