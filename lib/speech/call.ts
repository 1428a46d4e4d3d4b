import "server-only";
import type { z } from "zod";
import { type CallbackEcho, type FinishedJob, finishedJobSchema } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import type { Price } from "@/lib/money/prices/price-book";
import { holdCredit, lowerHold } from "@/lib/money/wallet/holds";
import type { Part } from "@/lib/money/wallet/parts";
import { clock, days, minutes, seconds } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import type { ConcurrencyLease } from "@/lib/platform/rate-limit/leases";
import type { Statement } from "@/lib/platform/statement";
import type { Idempotency } from "./idempotency/schema";
import type { Metadata } from "./metadata";
import type { ResultCode } from "./schema";

/** What a request brings to its call besides its text or file. */
export type Arrival = {
  /** When the request arrived, by `performance.now()`. */
  receivedAt: number;
  requestId?: string;
  /** The price that the client was shown: by another one it is not charged. */
  shownPriceId?: string;
  metadata?: Metadata | null;
  /** Where the event of the job is sent besides endpoints. It has been checked. */
  callbackUrl?: string;
  callbackEcho?: CallbackEcho;
  idempotencyKey?: string;
  /** Whether a client that marks its automatic repeats sends the request for the first time. */
  repeats?: "first" | "again";
  fingerprint: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** The request's place in the concurrency limit; undefined in tests. */
  place?: ConcurrencyLease;
};

/** What is known of a call before its engine runs. */
export type Call = {
  caller: Caller;
  service: "tts" | "stt";
  trackingId: string;
  modelId: string;
  voiceId: string | null;
  languageCode: string | null;
  characters: number | null;
  /** The version of the normalization rules; null when none are applied. */
  rulesVersion: string | null;
  /** The price to hold before the engine runs. If it is not known yet, a part of it; `work` then raises the hold. */
  amountMilli: bigint;
  /** The price that applied when the call began, and the number of its units in the amount. */
  priceId: string | null;
  units: number | null;
  /** Why it is not run, unless it repeats a job that has finished. */
  rejection?: AppError;
  /** Nothing is held before its engine runs, but when the job is published, not to delay the engine. */
  holdsLate?: boolean;
  /** When the request arrived, by `performance.now()`. */
  receivedAt: number;
  requestId?: string;
  metadata?: Metadata | null;
  callbackUrl?: string | null;
  callbackEcho?: CallbackEcho | null;
  idempotency?: Idempotency;
  /** The place of its request in the concurrency limit. */
  place?: ConcurrencyLease;
  /** After this its process is considered dead and the hold is released. */
  expiresInMs?: number;
  /** What changes with the record of its end, whatever that is. */
  alongside?: readonly Statement[];
  /** Set by `work` if its client can read the result before it is whole: what it got so far, null before the first byte. */
  delivered?: () => Delivered | null;
  /** Of a job that is charged in parts while it goes on: what was charged so far, which its failure does not take back. */
  charged?: () => Promise<Part>;
};

/** What a client got of a result while it was made: its length, and the part of the price that is for it. */
export type Delivered = { seconds: number; units: number; amountMilli: bigint };

/** What is charged, where it is not the whole price. */
export type Cost = {
  isFree?: boolean;
  /** The charge, if it is less than the price; the hold was lowered to it. */
  chargeMilli?: bigint;
  /** The units of the price in that charge. */
  chargeUnits?: number;
};

/** The result of a call: the fields of its record that only its work knows, and whether it is charged. */
export type Outcome = Cost &
  Pick<
    FinishedJob,
    "audioObject" | "audioFormat" | "contentObject" | "inputObject" | "audioDuration" | "fileSizeBytes"
  > &
  Partial<Omit<FinishedJob, keyof Call | "resultCode">> & {
    resultCode?: ResultCode | ErrorCode;
    /** The client left before the end: a repeat of its request is a new job. */
    isCut?: boolean;
  };

export type Ran = { finished: FinishedJob; isReplay: boolean };

/** Whether a job is paid for: what a test key asks for is free, and no credit is held for it. */
export const isPaid = ({ caller }: Pick<Call, "caller">): boolean => caller.mode !== "test";

/**
 * A job's share of engines and processors. All test keys have one share, so that they take none from live keys, and
 * divide it by person, because one person can own many businesses.
 */
export const shareOf = ({ businessId, mode, ownerId }: Pick<Caller, "businessId" | "mode" | "ownerId">): string =>
  mode === "test" ? `test keys/${ownerId ?? businessId}` : businessId;

/** The rejection of a request whose client was shown another price; the response names the current one. */
export const priceRejection = (price: Price, { shownPriceId }: Pick<Arrival, "shownPriceId">): AppError | undefined =>
  shownPriceId === undefined || shownPriceId === price.id
    ? undefined
    : new AppError("PRICE_CHANGED", {
        message: `api.priceChanged.${price.unit}`,
        values: { price: price.priceVnd },
        headers: { "x-price-id": price.id },
      });

/** How long an automatic repeat waits for the request that it repeats. */
const waitMs = seconds(25);

/** The call's Idempotency-Key with its fingerprint, if it has one. No client can send one that begins with a space. */
export function idempotencyOf(
  caller: Pick<Caller, "mode" | "keepsNothing">,
  { idempotencyKey, fingerprint, repeats, receivedAt, signal }: Arrival,
): Idempotency | undefined {
  if (!idempotencyKey) return undefined;
  const key = caller.mode === "test" ? ` test ${idempotencyKey}` : idempotencyKey;
  return {
    key,
    fingerprint: keptFingerprint(caller, fingerprint),
    ...(repeats && { repeats, until: receivedAt + waitMs, signal }),
  };
}

/** The digest of a body; where nothing of that is to be kept, one from which no other system can guess a short text. */
export const keptFingerprint = ({ keepsNothing }: Pick<Caller, "keepsNothing">, fingerprint: string): string =>
  keepsNothing ? hmac(env.VANG_LINK_SECRET, `unkept-request.${fingerprint}`) : fingerprint;

export const holdOf = ({ caller, trackingId, amountMilli, priceId, units, expiresInMs }: Call) => ({
  businessId: caller.businessId,
  keyId: caller.keyId,
  trackingId,
  amountMilli,
  priceId,
  units,
  expiresInMs,
});

/** Holds the price of a job that is paid for. Throws INSUFFICIENT_CREDIT, SPEND_CAP_REACHED. */
export async function holdFor(call: Call): Promise<void> {
  if (isPaid(call)) await holdCredit(holdOf(call));
}

/** Lowers the hold of a job to what is not charged yet of a price. */
export async function lowerHoldTo(call: Call, { amountMilli, units }: Part): Promise<void> {
  if (!isPaid(call)) return;
  const charged = (await call.charged?.()) ?? { amountMilli: 0n, units: 0 };
  await lowerHold(call.trackingId, amountMilli - charged.amountMilli, units - charged.units);
}

/** What a job is charged. Wherever a price is named, it is exactly so many of its units. */
export function chargeOf(call: Call, { isFree, chargeMilli = call.amountMilli, chargeUnits }: Cost = {}) {
  const { amountMilli, priceId, units } = call;
  if (isFree || !isPaid(call)) return { amountMilli: "0", priceId, units: priceId === null ? null : 0 };
  if (chargeMilli === amountMilli) return { amountMilli: String(amountMilli), priceId, units };
  const isPriced = priceId !== null && chargeUnits !== undefined;
  return {
    amountMilli: String(chargeMilli),
    priceId: isPriced ? priceId : null,
    units: isPriced ? chargeUnits : null,
  };
}

/** Time to download the result, for a business without retention, and to listen to the uploaded audio. */
const fetchMs = minutes(15);

/** The same where nothing is to be kept: the sweep, which runs each minute, has then erased it within fifteen. */
const briefMs = minutes(14);

/** Results of test keys, which cost nothing, are kept for no longer. */
const testKeptMs = days(1);

/** What is published of a job that has completed. */
export function describeFinished(call: Call, outcome: Outcome): FinishedJob {
  const { caller } = call;
  const createdAt = clock.now();
  // Rounded as in signed links, so that link and record expire at the same time.
  const after = (ms: number) => new Date(Math.floor((createdAt.getTime() + ms) / 1000) * 1000).toISOString();
  const { keepsNothing = false } = caller;
  const wantedMs = isPaid(call) ? days(caller.retentionDays) : Math.min(days(caller.retentionDays), testKeptMs);
  const keptMs = keepsNothing ? briefMs : Math.max(wantedMs, fetchMs);
  return finishedJobSchema.parse({
    ...outcome,
    trackingId: call.trackingId,
    businessId: caller.businessId,
    keyId: caller.keyId,
    keyHint: caller.keyHint,
    mode: caller.mode,
    requestId: call.requestId,
    metadata: call.metadata,
    callbackUrl: call.callbackUrl,
    callbackEcho: call.callbackEcho,
    api: caller.api,
    keepsNothing,
    service: call.service,
    region: env.VANG_REGION,
    status: "completed",
    resultCode: outcome.resultCode ?? null,
    modelId: call.modelId,
    voiceId: call.voiceId,
    languageCode: call.languageCode,
    characters: call.characters,
    rulesVersion: call.rulesVersion,
    ...chargeOf(call, outcome),
    processingTimeMs: String(Math.round(performance.now() - call.receivedAt)),
    createdAt: createdAt.toISOString(),
    expiresAt: after(keptMs),
    inputExpiresAt: outcome.inputObject ? after(fetchMs) : null,
    // Both are made of the content.
    ...(keepsNothing && { spark: null, marks: null }),
  } satisfies z.input<typeof finishedJobSchema>);
}

/** What is published of a job that failed: nothing of its result is kept. */
export function describeFailed(call: Call, resultCode: ErrorCode, cost: Cost): FinishedJob {
  const outcome = {
    ...cost,
    resultCode,
    audioObject: null,
    audioFormat: null,
    contentObject: null,
    inputObject: null,
    audioDuration: 0,
    fileSizeBytes: "0",
  };
  return { ...describeFinished(call, outcome), status: "failed" };
}
