import "server-only";
import { z } from "zod";
import { deepgramPath, jambonzPath, livePath, realtimePath } from "@/lib/api/live/paths";
import { deepgramQuerySchema, jambonzQuerySchema, liveQuerySchema, realtimeQuerySchema } from "@/lib/api/live/schema";
import { providerNames } from "@/lib/money/bank/notifications/provider";
import { sttRequestSchema, sttResponseSchema } from "@/lib/speech/schema";
import { keytermFields, speakerFields } from "@/lib/speech/transcripts/schema";
import { at, jobHeaders } from "./shared";

const urlTranscriptionSchema = z.object({
  url: z.string().max(2048),
  ...sttRequestSchema.pick({ modelId: true, languageCode: true }).shape,
  ...keytermFields.pick({ keyterms: true }).shape,
  ...speakerFields.pick({ diarize: true }).shape,
});

/**
 * What no partner calls: a bank's provider, a secret scanner, the front page for its own visitors, and the tools of
 * assistants. And what OpenAPI has no words for: WebSockets.
 */
export const internal = {
  receiveBankNotification: at(
    providerNames.map((provider) => `/bank/${provider}`),
    {
      method: "post",
      internal: true,
      scope: "public",
      response: z.object({ success: z.boolean() }),
    },
  ),
  reportLeakedKeys: at(["/secret-scanning"], {
    method: "post",
    internal: true,
    scope: "public",
    response: z.array(
      z.object({ token_raw: z.string(), token_type: z.string(), label: z.enum(["true_positive", "false_positive"]) }),
    ),
    errors: ["SIGNATURE_INVALID", "INVALID_JSON"],
  }),
  transcribeUrl: at(["/stt/url"], {
    method: "post",
    internal: true,
    scope: "stt:execute",
    runs: true,
    isCharged: true,
    isIdempotent: true,
    // Its handler takes its place among running jobs once the file has arrived, as that of an upload does.
    bytes: "application/json",
    body: urlTranscriptionSchema,
    response: sttResponseSchema,
    responseHeaders: [...jobHeaders, "X-Result-Code", "X-Formatting", "X-Keyterms", "X-Ignored"],
  }),
  transcribeLive: at([livePath], {
    method: "get",
    internal: true,
    scope: "stt:execute",
    runs: true,
    query: liveQuerySchema,
    response: ["application/json"],
  }),
  listenLive: at([deepgramPath], {
    method: "get",
    internal: true,
    scope: "stt:execute",
    runs: true,
    query: deepgramQuerySchema,
    response: ["application/json"],
  }),
  transcribeRealtime: at([realtimePath], {
    method: "get",
    internal: true,
    scope: "stt:execute",
    runs: true,
    query: realtimeQuerySchema,
    response: ["application/json"],
  }),
  transcribeForJambonz: at([jambonzPath], {
    method: "get",
    internal: true,
    scope: "stt:execute",
    runs: true,
    query: jambonzQuerySchema,
    response: ["application/json"],
  }),
  playSample: at(["/sample/speech"], {
    method: "get",
    internal: true,
    scope: "public",
    query: z.object({ voiceId: z.string() }),
    response: ["audio/mpeg"],
    responseHeaders: ["X-AI-Generated"],
    errors: ["NOT_FOUND", "VOICE_UNKNOWN", "PROVIDER_FAILED"],
  }),
  speakSample: at(["/sample/speech"], {
    method: "post",
    internal: true,
    scope: "public",
    response: ["audio/mpeg"],
    responseHeaders: ["X-AI-Generated"],
    errors: ["NOT_FOUND", "ORIGIN_NOT_ALLOWED", "TEXT_EMPTY", "TEXT_TOO_LONG", "VOICE_UNKNOWN", "PROVIDER_FAILED"],
  }),
  transcribeSample: at(["/sample/transcript"], {
    method: "post",
    internal: true,
    scope: "public",
    response: z.object({ transcript: z.string() }),
    responseHeaders: ["X-AI-Generated"],
    errors: ["NOT_FOUND", "ORIGIN_NOT_ALLOWED", "AUDIO_UNSUPPORTED", "PROVIDER_FAILED"],
  }),
};
