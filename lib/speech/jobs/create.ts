import "server-only";
import { buffer } from "node:stream/consumers";
import { redactionKinds } from "vietnamese-text/redaction-kinds";
import { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import { unsupportedAudio } from "@/lib/engines/audio/accepted";
import { hasFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { findModelPrice } from "@/lib/engines/catalogue";
import { quote } from "@/lib/money/prices/quote";
import { holdCredit, releaseHold } from "@/lib/money/wallet/holds";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { objectStore } from "@/lib/platform/objects/open";
import type { Metadata } from "@/lib/speech/metadata";
import { checkRedaction, chooseModel, languageOf } from "@/lib/speech/transcribe";
import { formattings } from "@/lib/speech/transcripts/choices";
import { findOwnSettings, wantedTranscript } from "@/lib/speech/transcripts/settings";
import { findUpload, keptMs, readMetadata, type StoredUpload } from "@/lib/speech/uploads/uploads";
import { Prisma } from "@/prisma/generated/client";
import { type LongJob, openStates } from "./jobs";
import { type JobRequest, mostOpenJobs } from "./schema";
import { lastNumber } from "./step";

/** What is wanted of a recording, as it was resolved when the job was created. An object, since it has words. */
const wantedSchema = z.object({
  languageCode: z.string().nullable(),
  config: z.record(z.string(), z.unknown()).nullable(),
  formatting: z.array(z.enum(formattings)),
  terms: z.array(z.string()),
  /** How many terms did not fit. */
  cut: z.number(),
  redact: z.array(z.enum(redactionKinds)),
  fileName: z.string().nullable(),
});

export type Wanted = z.infer<typeof wantedSchema>;

export async function readWanted({ requestObject }: Pick<LongJob, "requestObject">): Promise<Wanted> {
  const stored = requestObject === null ? null : await objectStore().open(requestObject);
  if (!stored) throw new Error("what is wanted of a job is missing");
  return wantedSchema.parse(JSON.parse(String(await buffer(stored.read()))));
}

export type JobArrival = {
  requestId: string;
  metadata?: Metadata | null;
  idempotencyKey?: string;
  fingerprint: string;
  /** Where its events are sent besides endpoints. It has been checked. */
  callbackUrl?: string;
};

/**
 * Creates a job for a recording that was uploaded whole, or finds the one of the same Idempotency-Key. Nothing is charged
 * yet, but the price of a second must be there. Throws NOT_FOUND for the upload, CONFLICT for one that is not whole or has
 * a job, MODEL_UNKNOWN, INVALID_REQUEST, AUDIO_UNSUPPORTED, INSUFFICIENT_CREDIT, SPEND_CAP_REACHED, IDEMPOTENCY_MISMATCH,
 * and TOO_MANY_ATTEMPTS with too many open jobs.
 */
export async function createLongJob(
  caller: Caller,
  request: JobRequest,
  arrival: JobArrival,
): Promise<{ job: LongJob; isReplay: boolean }> {
  const { businessId, mode } = caller;
  const idempotencyKey = keyOf(caller, arrival);
  const known = await findRepeated(businessId, idempotencyKey, arrival);
  if (known) return { job: known, isReplay: true };

  // What is wanted, checked before anything is held.
  const offered = chooseModel(request.modelId, caller);
  const language = languageOf(request, offered);
  checkRedaction({ redact: request.redact }, language);
  const upload = await findWhole(caller, request.uploadId);
  if (!hasFfmpeg()) throw unsupportedAudio();
  const open = await db.longJob.count({ where: { businessId, mode, state: { in: [...openStates] } } });
  if (open >= mostOpenJobs)
    throw new AppError("TOO_MANY_ATTEMPTS", { message: "jobs.tooMany", values: { most: mostOpenJobs } });
  const price = await findModelPrice(offered, businessId);
  const id = newId("stt");
  if (mode === "live") await requireCredit(caller, id, quote(price, 1));

  const { formatting, terms, cut } = wantedTranscript(request, await findOwnSettings(caller));
  const wanted: Wanted = {
    languageCode: request.languageCode ?? null,
    config: request.config ?? null,
    formatting: [...formatting],
    terms: [...terms],
    cut,
    redact: [...(request.redact ?? [])],
    fileName: fileNameOf(await readMetadata(upload)),
  };
  const requestObject = await objectStore().put(Buffer.from(JSON.stringify(wanted)), "json");
  try {
    const now = clock.now();
    const job = await db.$transaction(async (tx) => {
      await takeUpload(tx, upload.id, id);
      return tx.longJob.create({
        data: {
          id,
          businessId,
          mode,
          service: "stt",
          region: env.VANG_REGION,
          keyId: caller.keyId,
          keyHint: caller.keyHint,
          ownerId: caller.ownerId ?? null,
          retentionDays: caller.retentionDays,
          requestId: arrival.requestId,
          metadata: arrival.metadata ?? Prisma.DbNull,
          modelId: offered.model.modelId,
          languageCode: wanted.languageCode,
          priceId: price.id,
          requestObject,
          sizeBytes: upload.sizeBytes,
          callbackUrl: arrival.callbackUrl ?? null,
          idempotencyKey,
          fingerprint: arrival.fingerprint,
          createdAt: now,
          steps: {
            create: [
              { number: 0, kind: "prepare", dueAt: now },
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
    const first = await findRepeated(businessId, idempotencyKey, arrival);
    if (first) return { job: first, isReplay: true };
    throw error;
  }
}

/** No client can send a key that begins with a space. */
const keyOf = ({ mode }: Caller, { idempotencyKey }: JobArrival): string | null =>
  idempotencyKey === undefined ? null : mode === "test" ? ` test ${idempotencyKey}` : idempotencyKey;

async function findRepeated(businessId: string, idempotencyKey: string | null, { fingerprint }: JobArrival) {
  if (idempotencyKey === null) return null;
  const job = await db.longJob.findFirst({ where: { businessId, idempotencyKey } });
  if (job && job.fingerprint !== fingerprint) throw new AppError("IDEMPOTENCY_MISMATCH");
  return job;
}

async function findWhole(caller: Caller, uploadId: string): Promise<StoredUpload> {
  const upload = await findUpload(caller, uploadId).catch((error: Error) => {
    throw error instanceof AppError ? new AppError("NOT_FOUND", { ...error.details, param: "uploadId" }) : error;
  });
  if (upload.receivedBytes === upload.sizeBytes) return upload;
  const values = { received: upload.receivedBytes, size: upload.sizeBytes };
  throw new AppError("CONFLICT", { param: "uploadId", message: "jobs.uploadIncomplete", values });
}

/** Held and released at once: it says what is missing, also of a monthly cap. */
async function requireCredit({ businessId, keyId }: Caller, id: string, amountMilli: bigint): Promise<void> {
  const trackingId = `${id}.check`;
  await holdCredit({ businessId, keyId, trackingId, amountMilli });
  await releaseHold(trackingId);
}

/** An upload is kept until its job has read it, however late that is. Throws CONFLICT if it has a job. */
async function takeUpload(tx: Transaction, id: string, jobId: string): Promise<void> {
  const expiresAt = new Date(+clock.now() + 7 * keptMs);
  const { count } = await tx.storedUpload.updateMany({ where: { id, jobId: null }, data: { jobId, expiresAt } });
  if (count === 0) throw new AppError("CONFLICT", { param: "uploadId", message: "jobs.uploadTaken" });
}

/** The `filename` of an upload's metadata, in NFC and without invisible characters. */
function fileNameOf(metadata: string | null): string | null {
  const [, encoded = ""] = /(?:^|,)\s*filename ([A-Za-z0-9+/=]+)/.exec(metadata ?? "") ?? [];
  const name = Buffer.from(encoded, "base64").toString().normalize("NFC");
  return [...name.replace(/[\p{Cc}\p{Cf}]/gu, "")].slice(0, 255).join("").trim() || null;
}
