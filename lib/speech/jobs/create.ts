import "server-only";
import type { CallbackEcho } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import { unsupportedAudio } from "@/lib/engines/audio/accepted";
import { hasFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { findModelPrice, type Offered } from "@/lib/engines/catalogue";
import { quote } from "@/lib/money/prices/quote";
import { holdCredit, releaseHold } from "@/lib/money/wallet/holds";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { objectStore } from "@/lib/platform/objects/open";
import { keptFingerprint, priceRejection } from "@/lib/speech/call";
import { extensionFor } from "@/lib/speech/content";
import type { Metadata } from "@/lib/speech/metadata";
import { checkRedaction, chooseModel, languageOf } from "@/lib/speech/transcribe";
import { findOwnSettings, wantedTranscript } from "@/lib/speech/transcripts/settings";
import { keptMs, type StoredUpload } from "@/lib/speech/uploads/uploads";
import { Prisma } from "@/prisma/generated/client";
import { type LongJob, openStates } from "./jobs";
import { type JobRequest, mostOpenJobs } from "./schema";
import { lastNumber } from "./step";
import { planSpeech } from "./texts/plan";
import { findSource } from "./uploaded";
import type { Wanted, WantedSpeech } from "./wanted";

export type JobArrival = {
  requestId: string;
  metadata?: Metadata | null;
  idempotencyKey?: string;
  fingerprint: string;
  /** The price that the client was shown. */
  shownPriceId?: string;
  /** Where its events are sent besides endpoints. It has been checked. */
  callbackUrl?: string;
  /** Then only its end is sent there, in the shape of the vendor whose client asks. */
  callbackEcho?: CallbackEcho;
};

/** What a request for a job comes to: what is stored of it, and what is charged. */
export type Planned = {
  chosen: Offered;
  voiceId: string | null;
  languageCode: string | null;
  rulesVersion: string | null;
  wanted: Wanted | WantedSpeech;
  upload: StoredUpload | null;
  /** Of what is sent. */
  sizeBytes: number;
};

/**
 * Creates a job for a recording or text, or finds the one of the same Idempotency-Key. Nothing is charged yet, but the price
 * of a unit must be there. Throws NOT_FOUND for the upload, CONFLICT for one that is not whole or has a job, MODEL_UNKNOWN,
 * VOICE_*, TEXT_*, INVALID_REQUEST, AUDIO_UNSUPPORTED, INSUFFICIENT_CREDIT, SPEND_CAP_REACHED, PRICE_CHANGED,
 * IDEMPOTENCY_MISMATCH, and TOO_MANY_ATTEMPTS with too many open jobs.
 */
export async function createLongJob(
  caller: Caller,
  request: JobRequest,
  arrival: JobArrival,
): Promise<{ job: LongJob; isReplay: boolean }> {
  const { businessId, mode } = caller;
  const idempotencyKey = keyOf(caller, arrival);
  const fingerprint = keptFingerprint(caller, arrival.fingerprint);
  const known = await findRepeated(businessId, idempotencyKey, fingerprint);
  if (known) return { job: known, isReplay: true };

  const { kind } = request;
  const planned = await (kind === "tts" ? planSpeech(caller, request) : planTranscript(caller, request));
  const { chosen, wanted, upload } = planned;
  const isFetched = "sourceUrl" in wanted;
  const open = await db.longJob.count({ where: { businessId, mode, state: { in: [...openStates] } } });
  if (open >= mostOpenJobs)
    throw new AppError("TOO_MANY_ATTEMPTS", { message: "jobs.tooMany", values: { most: mostOpenJobs } });
  const price = await findModelPrice(chosen, businessId);
  const rejection = priceRejection(price, arrival);
  if (rejection) throw rejection;
  const id = newId(kind);
  if (mode === "live") await requireCredit(caller, id, quote(price, 1));

  const requestObject = await objectStore().put(Buffer.from(JSON.stringify(wanted)), extensionFor(caller, "json"));
  try {
    const now = clock.now();
    const job = await db.$transaction(async (tx) => {
      if (upload) await takeUpload(tx, upload.id, id);
      else if (isFetched) await makeUpload(tx, caller, id);
      return tx.longJob.create({
        data: {
          id,
          businessId,
          mode,
          service: kind,
          region: env.VANG_REGION,
          keyId: caller.keyId,
          keyHint: caller.keyHint,
          api: caller.api,
          ownerId: caller.ownerId ?? null,
          retentionDays: caller.retentionDays,
          keepsNothing: caller.keepsNothing ?? false,
          requestId: arrival.requestId,
          metadata: arrival.metadata ?? Prisma.DbNull,
          modelId: chosen.model.modelId,
          voiceId: planned.voiceId,
          languageCode: planned.languageCode,
          rulesVersion: planned.rulesVersion,
          priceId: price.id,
          fromJobId: ("from" in wanted && wanted.from?.jobId) || null,
          requestObject,
          sizeBytes: planned.sizeBytes,
          callbackUrl: arrival.callbackUrl ?? null,
          callbackEcho: arrival.callbackEcho ?? Prisma.DbNull,
          idempotencyKey,
          fingerprint,
          createdAt: now,
          steps: {
            create: [
              { number: 0, kind: isFetched ? "fetch" : "prepare", dueAt: now },
              { number: lastNumber, kind: "finish", dueAt: now },
            ],
          },
        },
      });
    });
    return { job, isReplay: false };
  } catch (error) {
    await objectStore().delete(requestObject);
    // Of two equal requests at once the second finds the first one's job.
    const first = await findRepeated(businessId, idempotencyKey, fingerprint);
    if (first) return { job: first, isReplay: true };
    throw error;
  }
}

async function planTranscript(caller: Caller, request: JobRequest): Promise<Planned> {
  const chosen = chooseModel(request.modelId, caller);
  checkRedaction({ redact: request.redact }, languageOf(request, chosen));
  const { upload, ...source } = await findSource(caller, request);
  if (!hasFfmpeg()) throw unsupportedAudio();
  const { formatting, terms, cut } = wantedTranscript(request, await findOwnSettings(caller));
  const wanted: Wanted = {
    languageCode: request.languageCode ?? null,
    config: request.config ?? null,
    formatting: [...formatting],
    terms: [...terms],
    cut,
    redact: [...(request.redact ?? [])],
    ...source,
  };
  const { languageCode } = wanted;
  const sizeBytes = upload?.sizeBytes ?? 0;
  return { chosen, voiceId: null, languageCode, rulesVersion: null, wanted, upload, sizeBytes };
}

/** No client can send a key that begins with a space. */
const keyOf = ({ mode }: Caller, { idempotencyKey }: JobArrival): string | null =>
  idempotencyKey === undefined ? null : mode === "test" ? ` test ${idempotencyKey}` : idempotencyKey;

async function findRepeated(businessId: string, idempotencyKey: string | null, fingerprint: string) {
  if (idempotencyKey === null) return null;
  const job = await db.longJob.findFirst({ where: { businessId, idempotencyKey } });
  if (job && job.fingerprint !== fingerprint) throw new AppError("IDEMPOTENCY_MISMATCH");
  return job;
}

/** Held and released at once: it says what is missing, also of a monthly cap. */
async function requireCredit({ businessId, keyId }: Caller, id: string, amountMilli: bigint): Promise<void> {
  const trackingId = `${id}.check`;
  await holdCredit({ businessId, keyId, trackingId, amountMilli });
  await releaseHold(trackingId);
}

/** An upload of a size that is not known yet, which the job's worker writes. */
async function makeUpload(tx: Transaction, { businessId, mode }: Caller, jobId: string): Promise<void> {
  const now = clock.now();
  const row = { id: newId("upload"), businessId, mode, region: env.VANG_REGION, sizeBytes: 0, jobId };
  await tx.storedUpload.create({
    data: { ...row, createdAt: now, expiresAt: new Date(+now + 7 * keptMs) },
    select: { id: true },
  });
}

/** An upload is kept until its job has read it, however late that is. Throws CONFLICT if it has a job. */
async function takeUpload(tx: Transaction, id: string, jobId: string): Promise<void> {
  const expiresAt = new Date(+clock.now() + 7 * keptMs);
  const { count } = await tx.storedUpload.updateMany({ where: { id, jobId: null }, data: { jobId, expiresAt } });
  if (count === 0) throw new AppError("CONFLICT", { param: "uploadId", message: "jobs.uploadTaken" });
}
