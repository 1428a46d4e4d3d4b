import "server-only";
import { z } from "zod";
import { receiptSchema } from "@/lib/speech/retention/schema";
import type { Declared } from "../declaration";

export const lookupSchema = z.object({
  id: z.string().meta({ description: "docs.described.lookupId", example: "tts_…" }),
});

export const trackingIdSchema = z.object({
  trackingId: z.string().meta({ description: "docs.described.trackingIdGiven", example: "tts_…" }),
});

// Without one of them it is not a link of ours: rejected with AUDIO_LINK_INVALID, and not as a missing field.
export const linkPart = (description: string) =>
  z
    .string()
    .optional()
    .meta({ description, param: { required: true } });

export const linkSchema = z.object({
  object: linkPart("docs.described.linkObject"),
  expires: linkPart("docs.described.linkExpires"),
  signature: linkPart("docs.described.linkSignature"),
});

/** Of audio that can be a chapter. */
export const speechLinkSchema = linkSchema.extend({
  bytes: z.string().optional().meta({ description: "docs.described.linkBytes" }),
});

/** The formats of a transcript, besides JSON. */
export const textTypes = { srt: "application/x-subrip", vtt: "text/vtt", text: "text/plain" } as const;

/** One operation under each of its paths; those after the first are aliases of it. */
export const at = <const Operation extends Omit<Declared, "path">>(paths: readonly string[], operation: Operation) =>
  paths.map((path) => ({ ...operation, path }));

/** Of a request that runs a job. */
export const jobHeaders = [
  "X-Tracking-Id",
  "X-Charge-Vnd",
  "X-Charge-Units",
  "X-Price-Id",
  "X-Price-Vnd",
  "X-Price-From",
  "Idempotent-Replayed",
  "X-Engine",
] as const;

export const links = ["AUDIO_LINK_INVALID", "AUDIO_LINK_EXPIRED", "NOT_FOUND"] as const;

export const erasing = (service: "tts" | "stt") =>
  ({
    method: "delete",
    scope: `${service}:execute`,
    response: receiptSchema,
  }) as const;

export const receiptOf = (service: "tts" | "stt") =>
  ({
    method: "get",
    scope: `${service}:execute`,
    response: receiptSchema,
    errors: ["INVALID_REQUEST", "RESULT_NOT_FOUND"],
  }) as const;

export const erased = ["RESULT_NOT_FOUND", "WRONG_REGION", "CONFLICT"] as const;
