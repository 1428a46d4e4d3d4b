import "server-only";
import { Readable } from "node:stream";
import type { Hono } from "hono";
import type { Caller } from "@/lib/access/principals/caller";
import type { ApiEnv } from "@/lib/api/authenticate";
import { chargeHeaders, resultHeaders, transcriptHeaders } from "@/lib/api/charge-headers";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { textTypes } from "@/lib/api/openapi/operations/shared";
import { withFile, withForm } from "@/lib/api/read-form";
import { AppError } from "@/lib/platform/errors";
import { type Answerable, answerStt, transcriptTexts } from "@/lib/speech/answer";
import { type RecognizedContent, readRecognized } from "@/lib/speech/content";
import { findJob, notKept } from "@/lib/speech/history/lookup";
import { type ResponseFormat, sttRequestSchema } from "@/lib/speech/schema";
import { type Transcribed, transcribe } from "@/lib/speech/transcribe";
import { diarizeOf, formattingOf, keytermsOf } from "@/lib/speech/transcripts/schema";
import { readSourceUrl } from "@/lib/speech/uploads/by-url";
import { readUrl } from "@/lib/speech/uploads/fetch";
import { erase, sendReceipt } from "./erase";

export function declareStt(app: Hono<ApiEnv>): void {
  for (const operation of operations.createTranscription) {
    endpoint(app, operation, (call) =>
      withForm(call, sttRequestSchema, async ({ upload, fields, fingerprint, metadata }) => {
        const request = {
          ...fields,
          formatting: formattingOf(fields),
          keyterms: keytermsOf(fields),
          diarize: diarizeOf(fields),
        };
        const ran = await transcribe(call.caller, upload, request, { ...call, fingerprint, metadata });
        const recognized = ran.recognized ?? (await readKept(ran.finished));
        return render(ran.finished, recognized, fields.responseFormat, chargeHeaders(ran));
      }),
    );
  }
  for (const operation of operations.transcribeUrl) {
    endpoint(app, operation, async (call) => {
      const { url, ...fields } = call.body;
      const { fileName } = readSourceUrl(url);
      const incoming = Readable.from(readUrl(url, call.signal));
      return withFile({ ...call, incoming }, async ({ upload }) => {
        const wanted = { ...fields, responseFormat: "verbose_json" as const, diarize: diarizeOf(fields) };
        const ran = await transcribe(call.caller, { ...upload, fileName }, wanted, call);
        const recognized = ran.recognized ?? (await readKept(ran.finished));
        return render(ran.finished, recognized, "verbose_json", chargeHeaders(ran));
      });
    });
  }
  for (const operation of operations.getTranscription) {
    endpoint(app, operation, ({ caller, query }) => lookUp(caller, query.id, query.responseFormat));
  }
  for (const operation of operations.getTranscriptionAlias) {
    endpoint(app, operation, ({ caller, params, query }) =>
      lookUp(caller, params.trackingId, query.responseFormat, "trackingId"),
    );
  }
  for (const operation of operations.deleteTranscription) {
    endpoint(app, operation, ({ caller, query }) => erase(caller, "stt", query.id));
  }
  for (const operation of operations.getTranscriptionReceipt) {
    endpoint(app, operation, ({ caller, query }) => sendReceipt(caller, "stt", query.id));
  }
  for (const operation of operations.deleteTranscriptionAlias) {
    endpoint(app, operation, ({ caller, params }) => erase(caller, "stt", params.trackingId, "trackingId"));
  }
}

function render(
  job: Answerable,
  recognized: RecognizedContent,
  format: ResponseFormat,
  ownHeaders: Record<string, string>,
) {
  const headers = { ...ownHeaders, ...transcriptHeaders(recognized) };
  if (format === "json" || format === "verbose_json")
    return { body: answerStt(job, recognized, { isVerbose: format === "verbose_json" }), headers };
  const type = `${textTypes[format]}; charset=utf-8`;
  return new Response(transcriptTexts[format](recognized), { headers: { ...headers, "content-type": type } });
}

/** The transcript of a job that ran before. Throws RESULT_EXPIRED. */
export async function readKept(call: Transcribed["finished"]): Promise<RecognizedContent> {
  const recognized = await readRecognized({ ...call, expiresAt: new Date(call.expiresAt), deletedAt: null });
  if (!recognized) throw call.keepsNothing ? notKept() : new AppError("RESULT_EXPIRED");
  return recognized;
}

async function lookUp(caller: Caller, trackingId: string, format: ResponseFormat, param = "id") {
  const job = await findJob(caller, "stt", trackingId, param);
  const recognized = await readRecognized(job);
  if (!recognized) throw new AppError("RESULT_EXPIRED", { param });
  return render(job, recognized, format, resultHeaders(job));
}
