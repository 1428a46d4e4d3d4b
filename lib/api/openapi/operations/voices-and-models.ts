import "server-only";
import { z } from "zod";
import { modelListSchema, voiceListSchema } from "@/lib/speech/schema";
import { at } from "./shared";

export const voicesAndModels = {
  listVoices: at(["/tts/voices", "/ai/voices"], {
    method: "get",
    scope: "authenticated",
    response: voiceListSchema,
    isRevalidated: true,
  }),
  getVoicePreview: at(["/tts/voices/preview"], {
    method: "get",
    scope: "public",
    query: z.object({ voiceId: z.string().meta({ description: "docs.described.voiceId", example: "north-linh" }) }),
    response: ["audio/mpeg"],
    responseHeaders: ["X-AI-Generated"],
    errors: ["INVALID_REQUEST", "VOICE_UNKNOWN", "PROVIDER_FAILED"],
  }),
  listModels: at(["/tts/models", "/ai/models"], {
    method: "get",
    scope: "authenticated",
    response: modelListSchema,
    isRevalidated: true,
  }),
};
