import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { z } from "zod";
import { Refusal, type RefusalCode } from "@/lib/errors";
import { readHeard } from "@/lib/history/content";
import { findJob } from "@/lib/history/lookup";
import type { Caller } from "@/lib/keys/caller";
import { answerStt } from "@/lib/speech/answer";
import type { HeardContent } from "@/lib/speech/content";
import {
  maxUploadBytes,
  type ResponseFormat,
  type SttResponse,
  sttRequestSchema,
  sttResponseSchema,
} from "@/lib/speech/schema";
import { toSrt, toVtt } from "@/lib/speech/subtitles";
import { type Transcribed, transcribe } from "@/lib/speech/transcribe";
import { chargeHeaders, resultHeaders } from "./charge-headers";
import type { ApiEnv } from "./door";
import { type ApiCall, endpoint } from "./endpoint";
import { parse } from "./parse";
import { ofCalls, ofLookups } from "./refuses";
import { lookupSchema, trackingIdSchema } from "./tts";
import { readUpload } from "./upload";
import { uploadsDirectory } from "./uploads";

const textTypes = { srt: "application/x-subrip", vtt: "text/vtt", text: "text/plain" } as const;

const formatSchema = sttRequestSchema.pick({ responseFormat: true });

const ofUploads: RefusalCode[] = [
  "MODEL_UNKNOWN",
  "AUDIO_UNSUPPORTED",
  "AUDIO_INVALID",
  "AUDIO_EMPTY",
  "AUDIO_TOO_LONG",
  // What an earlier call of the same Idempotency-Key heard may be gone by now.
  "RESULT_EXPIRED",
];

/** Speech to text and its lookup, under both path families. */
export function declareStt(app: OpenAPIHono<ApiEnv>): void {
  for (const path of ["/stt", "/ai/stt"]) {
    endpoint(
      app,
      {
        method: "post",
        path,
        summary: "Speech to text",
        scope: "stt:execute",
        form: sttRequestSchema,
        isIdempotent: true,
        response: sttResponseSchema,
        alsoAs: Object.values(textTypes),
        tells: ["X-Tracking-Id", "X-Charge-Vnd", "Idempotent-Replayed", "X-Engine", "X-Result-Code"],
        refuses: [...ofUploads, ...ofCalls],
      },
      answerUpload,
    );
  }
  endpoint(
    app,
    {
      method: "get",
      path: "/stt/jobs",
      summary: "Look a speech-to-text call up",
      scope: "stt:execute",
      query: lookupSchema.extend(formatSchema.shape),
      response: sttResponseSchema,
      alsoAs: Object.values(textTypes),
      tells: ["X-Engine", "X-Result-Code"],
      refuses: ["INVALID_REQUEST", ...ofLookups],
    },
    async ({ caller, query }) => lookUp(caller, query.id, query.responseFormat),
  );
  endpoint(
    app,
    {
      method: "get",
      path: "/ai/stt/{trackingId}",
      summary: "Get a transcript back",
      scope: "stt:execute",
      params: trackingIdSchema,
      query: formatSchema,
      response: sttResponseSchema,
      alsoAs: Object.values(textTypes),
      tells: ["X-Engine", "X-Result-Code"],
      refuses: ["INVALID_REQUEST", ...ofLookups],
    },
    async ({ caller, params, query }) => lookUp(caller, params.trackingId, query.responseFormat, "trackingId"),
  );
}

async function answerUpload({ caller, request, incoming, ...arrival }: ApiCall<z.ZodType, z.ZodType, z.ZodType>) {
  const directory = uploadsDirectory();
  const upload = await readUpload(request, { incoming, maxBytes: maxUploadBytes, directory });
  let isTaken = false;
  try {
    const wishes = parse(sttRequestSchema, upload.fields) as z.infer<typeof sttRequestSchema>;
    const came = { ...arrival, fingerprint: upload.fingerprint, signal: request.signal };
    const transcribed = await transcribe(caller, upload, wishes, came);
    isTaken = !transcribed.isReplay;
    return await answer(transcribed, wishes.responseFormat);
  } finally {
    if (!isTaken) await upload.remove();
  }
}

async function answer({ heard: fresh, ...ran }: Transcribed, format: ResponseFormat) {
  const heard = fresh ?? (await readKept(ran.finished));
  return render(answerStt(ran.finished, heard), heard, format, chargeHeaders(ran));
}

function render(body: SttResponse, heard: HeardContent, format: ResponseFormat, headers: Record<string, string>) {
  if (format === "json") return { body, headers };
  const type = `${textTypes[format]}; charset=utf-8`;
  return new Response(write[format](heard), { headers: { ...headers, "content-type": type } });
}

const write = {
  srt: ({ segments }: HeardContent) => toSrt(segments),
  vtt: ({ segments }: HeardContent) => toVtt(segments),
  text: ({ transcript }: HeardContent) => transcript,
};

async function readKept(call: Transcribed["finished"]): Promise<HeardContent> {
  const heard = await readHeard({ ...call, expiresAt: new Date(call.expiresAt), deletedAt: null });
  if (!heard) throw new Refusal("RESULT_EXPIRED");
  return heard;
}

async function lookUp(caller: Caller, trackingId: string, format: ResponseFormat, param = "id") {
  const job = await findJob(caller, "stt", trackingId, param);
  const heard = await readHeard(job);
  if (!heard) throw new Refusal("RESULT_EXPIRED", { param });
  return render(answerStt(job, heard), heard, format, resultHeaders(job));
}
