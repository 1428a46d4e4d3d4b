import "server-only";
import { z } from "zod";
import { ownUsageSchema } from "@/lib/keys/own-usage-schema";
import { usageRequestSchema, usageResponseSchema } from "@/lib/money/usage/schema";
import { historyRequestSchema, historyResponseSchema } from "@/lib/speech/history/response-schema";
import { modelListSchema, voiceListSchema } from "@/lib/speech/schema";
import type { Declared } from "./declaration";
import { deepgram } from "./operations/deepgram";
import { elevenLabs } from "./operations/elevenlabs";
import { elevenLabsDictionaries } from "./operations/elevenlabs-dictionaries";
import { internal } from "./operations/internal";
import { longJobs } from "./operations/long-jobs";
import { management } from "./operations/management";
import { openai } from "./operations/openai";
import { at } from "./operations/shared";
import { speechToText } from "./operations/speech-to-text";
import { textToSpeech } from "./operations/text-to-speech";
import { vietnameseVendors } from "./operations/vietnamese-vendors";
import { webhooks } from "./operations/webhooks";

const voicesAndModels = {
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

const balanceSchema = z
  .object({
    availableVnd: z.number().meta({ description: "docs.described.availableVnd", example: 1250000.5 }),
    freeVnd: z.number().meta({ description: "docs.described.freeVnd", example: 50000 }),
    heldVnd: z.number().meta({ description: "docs.described.heldVnd", example: 12.3 }),
    currency: z.literal("VND").meta({ description: "docs.described.currency" }),
    daysLeft: z.int().nullable().meta({ description: "docs.described.daysLeft", example: 31 }),
  })
  .meta({ id: "Balance" });

const usageAndBilling = {
  getBalance: at(["/balance"], {
    method: "get",
    scope: "balance:read",
    response: balanceSchema,
  }),
  getUsage: at(["/usage"], {
    method: "get",
    scope: "usage:read",
    query: usageRequestSchema,
    response: usageResponseSchema,
  }),
  getOwnUsage: at(["/usage/me"], {
    method: "get",
    scope: "authenticated",
    response: ownUsageSchema,
  }),
  listHistory: at(["/history"], {
    method: "get",
    scope: "usage:read",
    query: historyRequestSchema,
    response: historyResponseSchema,
  }),
};

const healthSchema = z
  .object({
    status: z.literal("ok").meta({ description: "docs.described.healthStatus" }),
    role: z.enum(["all", "api", "console", "worker"]).meta({ description: "docs.described.role" }),
  })
  .meta({ id: "Health" });

const service = {
  getHealth: at(["/health"], {
    method: "get",
    scope: "public",
    response: healthSchema,
  }),
};

const ofPartners = {
  ...textToSpeech,
  ...speechToText,
  ...longJobs,
  ...voicesAndModels,
  ...usageAndBilling,
  ...openai,
  ...webhooks,
  ...management,
  ...service,
};

/** Every operation of the API, by its operationId. Routes come from this. */
export const operations = {
  ...ofPartners,
  ...deepgram,
  ...elevenLabs,
  ...elevenLabsDictionaries,
  ...vietnameseVendors,
  ...internal,
};

/** Those that are not marked as `internal`: `/openapi.json`, generated clients and documentation come from this. */
export const documentedOperations = Object.fromEntries(
  Object.entries(operations).filter(([, paths]) => !paths.some((one: Declared) => one.internal)),
) as typeof ofPartners;

export type OperationName = keyof typeof ofPartners;

/** The parts of the API: the tags of `/openapi.json` and the pages of the reference, by their last path segment. */
export const operationsByGroup = {
  "text-to-speech": textToSpeech,
  "speech-to-text": speechToText,
  "long-jobs": longJobs,
  "voices-and-models": voicesAndModels,
  "usage-and-billing": usageAndBilling,
  openai,
  webhooks,
  management,
  service,
};

export type OperationGroup = keyof typeof operationsByGroup;

export const operationGroups = Object.keys(operationsByGroup) as OperationGroup[];

export const groupOf = Object.fromEntries(
  operationGroups.flatMap((group) => Object.keys(operationsByGroup[group]).map((name) => [name, group])),
) as Record<OperationName, OperationGroup>;

export const isOperationGroup = (text: string): text is OperationGroup =>
  (operationGroups as readonly string[]).includes(text);
