import type { z } from "zod";
import { type FinishedJob, finishedJobSchema } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { objectStore } from "@/lib/platform/objects/open";
import { packContent, type RecognizedContent } from "@/lib/speech/content";
import { marksOf } from "@/lib/speech/marks";
import type { LongJobUncheckedCreateInput } from "@/prisma/generated/models";

// What calls leave behind, for tests.

/** A finished call as its process publishes it; nothing is written and no credit held. */
export function makeFinished(
  caller: Pick<Caller, "businessId" | "keyId"> & Partial<Pick<Caller, "mode">>,
  options: Partial<FinishedJob> = {},
) {
  const createdAt = clock.now();
  return finishedJobSchema.parse({
    trackingId: newId("tts"),
    businessId: caller.businessId,
    keyId: caller.keyId,
    mode: caller.mode ?? "live",
    service: "tts",
    region: "VN",
    modelId: "vang-espeak",
    voiceId: "north-linh",
    status: "completed",
    resultCode: null,
    languageCode: "vi",
    characters: 17,
    rulesVersion: "2026-01-01.1",
    amountMilli: "5100",
    audioObject: "aa/example.mp3",
    audioFormat: "mp3",
    contentObject: null,
    inputObject: null,
    audioDuration: 1.25,
    fileSizeBytes: "20160",
    processingTimeMs: "93",
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + days(30)).toISOString(),
    inputExpiresAt: null,
    ...options,
  } satisfies z.input<typeof finishedJobSchema>);
}

/** The same with its content stored, as if the engine had spoken; the audio is a few meaningless bytes. */
export async function makeSpoken(
  caller: Pick<Caller, "businessId" | "keyId">,
  text: string,
  options: Partial<FinishedJob> = {},
): Promise<FinishedJob> {
  const [audioObject, contentObject] = await Promise.all([
    objectStore().put(new Uint8Array(16), "mp3"),
    objectStore().put(packContent({ text, config: null, reading: null }), "json"),
  ]);
  const found = { spark: "0f".repeat(24), marks: marksOf(caller.businessId, text) };
  return makeFinished(caller, { audioObject, contentObject, characters: [...text].length, ...found, ...options });
}

/** A finished transcription with its content stored. */
export async function makeRecognized(
  caller: Pick<Caller, "businessId" | "keyId">,
  transcript: string,
  options: Partial<FinishedJob> = {},
  content: Partial<RecognizedContent> = {},
): Promise<FinishedJob> {
  const recognized = {
    transcript,
    segments: [{ start: 0, end: 1, text: transcript }],
    fileName: "ghi-âm.wav",
    config: null,
    ...content,
  };
  const [contentObject, inputObject] = await Promise.all([
    objectStore().put(packContent(recognized), "json"),
    objectStore().put(new Uint8Array(16), "wav"),
  ]);
  return makeFinished(caller, {
    trackingId: newId("stt"),
    service: "stt",
    modelId: "vang-demo-stt",
    voiceId: null,
    characters: null,
    rulesVersion: null,
    audioObject: null,
    audioFormat: "wav",
    contentObject,
    inputObject,
    marks: marksOf(caller.businessId, transcript),
    inputExpiresAt: new Date(+clock.now() + minutes(15)).toISOString(),
    ...options,
  });
}

/** A long job, paused and without steps, so that no worker touches it. */
export const makeLongJob = (businessId: string, options: Partial<LongJobUncheckedCreateInput> = {}) =>
  db.longJob.create({
    data: {
      id: newId("stt"),
      businessId,
      region: env.VANG_REGION,
      service: "stt",
      mode: "live",
      keyId: newId("key"),
      keyHint: "abcd",
      retentionDays: 30,
      modelId: "vang-demo-listen",
      priceId: "price",
      state: "paused",
      resultCode: "INSUFFICIENT_CREDIT",
      sizeBytes: 104_857_600,
      fingerprint: newId("stt"),
      createdAt: clock.now(),
      ...options,
    },
  });
