import "server-only";
import { rm } from "node:fs/promises";
import type { Hono } from "hono";
import type { z } from "zod";
import { runWithinCapacity } from "@/lib/api/admission";
import type { ApiEnv } from "@/lib/api/authenticate";
import { chargeHeaders, resultHeaders } from "@/lib/api/charge-headers";
import { type ApiCall, endpoint } from "@/lib/api/openapi/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { textTypes } from "@/lib/api/openapi/operations/shared";
import { parse } from "@/lib/api/parse";
import { readUpload } from "@/lib/api/upload";
import { AppError } from "@/lib/errors";
import { readRecognized } from "@/lib/history/content";
import { findJob } from "@/lib/history/lookup";
import type { Caller } from "@/lib/principals/caller";
import { type Answerable, answerStt } from "@/lib/speech/answer";
import type { RecognizedContent } from "@/lib/speech/content";
import { type ResponseFormat, sttRequestSchema } from "@/lib/speech/schema";
import { toSrt, toVtt } from "@/lib/speech/subtitles";
import { type Transcribed, transcribe } from "@/lib/speech/transcribe";

export function declareStt(app: Hono<ApiEnv>): void {
  for (const operation of operations.createTranscription) endpoint(app, operation, answerUpload);
  for (const operation of operations.getTranscription) {
    endpoint(app, operation, ({ caller, query }) => lookUp(caller, query.id, query.responseFormat));
  }
  for (const operation of operations.getTranscriptionAlias) {
    endpoint(app, operation, ({ caller, params, query }) =>
      lookUp(caller, params.trackingId, query.responseFormat, "trackingId"),
    );
  }
}

async function answerUpload({ caller, request, incoming, ...arrival }: ApiCall<z.ZodType, z.ZodType, z.ZodType>) {
  const { upload, fields, fingerprint } = await readUpload(request, { incoming });
  try {
    const sttFields = parse(sttRequestSchema, fields) as z.infer<typeof sttRequestSchema>;
    return await runWithinCapacity(async () => {
      const transcribed = await transcribe(caller, upload, sttFields, { ...arrival, fingerprint });
      return answer(transcribed, sttFields.responseFormat);
    });
  } finally {
    // Does nothing if the file became the stored input.
    await rm(upload.path, { force: true });
  }
}

async function answer({ recognized: fresh, ...ran }: Transcribed, format: ResponseFormat) {
  const recognized = fresh ?? (await readKept(ran.finished));
  return render(ran.finished, recognized, format, chargeHeaders(ran));
}

function render(
  job: Answerable,
  recognized: RecognizedContent,
  format: ResponseFormat,
  headers: Record<string, string>,
) {
  if (format === "json" || format === "verbose_json")
    return { body: answerStt(job, recognized, { isVerbose: format === "verbose_json" }), headers };
  const type = `${textTypes[format]}; charset=utf-8`;
  return new Response(write[format](recognized), { headers: { ...headers, "content-type": type } });
}

/** The transcript in each format besides JSON. */
export const write = {
  srt: ({ segments }: RecognizedContent) => toSrt(segments),
  vtt: ({ segments }: RecognizedContent) => toVtt(segments),
  text: ({ transcript }: RecognizedContent) => transcript,
};

/** The transcript of a job that ran before. Throws RESULT_EXPIRED. */
export async function readKept(call: Transcribed["finished"]): Promise<RecognizedContent> {
  const recognized = await readRecognized({ ...call, expiresAt: new Date(call.expiresAt), deletedAt: null });
  if (!recognized) throw new AppError("RESULT_EXPIRED");
  return recognized;
}

async function lookUp(caller: Caller, trackingId: string, format: ResponseFormat, param = "id") {
  const job = await findJob(caller, "stt", trackingId, param);
  const recognized = await readRecognized(job);
  if (!recognized) throw new AppError("RESULT_EXPIRED", { param });
  return render(job, recognized, format, resultHeaders(job));
}
