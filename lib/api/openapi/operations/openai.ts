import "server-only";
import { z } from "zod";
import {
  openAiDiarizedSchema,
  openAiModelListSchema,
  openAiModelNamesSchema,
  openAiModelSchema,
  openAiSpeechSchema,
  openAiTranscriptionSchema,
  openAiTranscriptSchema,
  openAiVoiceNamesSchema,
} from "@/lib/api/openai/schema";
import { openAiContentTypes } from "@/lib/engines/audio/formats";
import { jobErrors, textErrors, uploadErrors } from "../error-sets";
import { at, jobHeaders, textTypes } from "./shared";

export const openai = {
  createOpenAiSpeech: at(["/v1/audio/speech"], {
    method: "post",
    scope: "tts:execute",
    body: openAiSpeechSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    recognizesRepeats: true,
    response: [...Object.values(openAiContentTypes), "text/event-stream"],
    responseHeaders: [...jobHeaders, "X-AI-Generated", "X-Ignored", "X-Text-Warnings"],
    errors: [...textErrors, ...jobErrors, "RESULT_EXPIRED"],
  }),
  createOpenAiTranscription: at(["/v1/audio/transcriptions"], {
    method: "post",
    scope: "stt:execute",
    form: openAiTranscriptionSchema,
    runs: true,
    isCharged: true,
    isIdempotent: true,
    recognizesRepeats: true,
    response: z.union([openAiTranscriptSchema, openAiDiarizedSchema]),
    alternateTypes: [...Object.values(textTypes), "text/event-stream"],
    responseHeaders: [...jobHeaders, "X-Result-Code", "X-Formatting", "X-Keyterms", "X-Ignored"],
    errors: [...uploadErrors, ...jobErrors, "REDACTION_FAILED"],
  }),
  listOpenAiModels: at(["/v1/models"], {
    method: "get",
    scope: "authenticated",
    response: openAiModelListSchema,
  }),
  getOpenAiModel: at(["/v1/models/{model}"], {
    method: "get",
    scope: "authenticated",
    params: z.object({
      model: z.string().meta({ description: "docs.described.openAiModelId", example: "vang-espeak" }),
    }),
    response: openAiModelSchema,
    errors: ["NOT_FOUND"],
  }),
  listOpenAiVoices: at(["/v1/audio/voices"], {
    method: "get",
    scope: "public",
    response: openAiVoiceNamesSchema,
  }),
  listOpenAiModelNames: at(["/v1/audio/models"], {
    method: "get",
    scope: "public",
    response: openAiModelNamesSchema,
  }),
};
