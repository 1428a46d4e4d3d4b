import { z } from "zod";
import { daySchema } from "@/lib/day-schema";
import type { SpeechFinished } from "@/lib/speech/finished";

const wholeNumber = z.string().regex(/^\d{1,18}$/);
const moment = z.iso.datetime();

/** The event of a finished call. Validated on arrival, since another version of Vang may have published it. */
export const speechFinishedSchema = z.object({
  trackingId: z.string().min(1).max(64),
  businessId: z.string(),
  keyId: z.string(),
  // Missing in events of older versions, which may still be running.
  requestId: z.string().max(64).nullable().default(null),
  metadata: z.record(z.string(), z.string()).nullable().default(null),
  service: z.enum(["tts", "stt"]),
  region: z.string(),
  status: z.enum(["completed", "failed"]),
  resultCode: z.string().nullable(),
  modelId: z.string(),
  voiceId: z.string().nullable(),
  languageCode: z.string().nullable(),
  characters: z.int().nonnegative().nullable(),
  // As above.
  rulesVersion: z.string().max(32).nullable().default(null),
  amountMilli: wholeNumber,
  // As above.
  priceId: z.string().max(64).nullable().default(null),
  units: z.int().nonnegative().nullable().default(null),
  audioObject: z.string().nullable(),
  audioFormat: z.string().nullable(),
  contentObject: z.string().nullable(),
  inputObject: z.string().nullable(),
  audioDuration: z.number().nonnegative(),
  fileSizeBytes: wholeNumber,
  processingTimeMs: wholeNumber,
  createdAt: moment,
  expiresAt: moment,
  inputExpiresAt: moment.nullable(),
  // As above.
  spark: z.string().max(64).nullable().default(null),
  marks: z.array(z.int()).nullable().default(null),
}) satisfies z.ZodType<SpeechFinished>;

const word = z
  .string()
  .trim()
  .max(100)
  .transform((text) => text || undefined)
  .optional()
  .catch(undefined);

const day = daySchema().optional().catch(undefined);

/** From how many milliseconds on a job is called slow. */
export const slowMs = 2000;

/** The most that are selected at once. */
export const mostSelected = 100;

const trackingId = z.string().regex(/^(tts|stt)_[0-9a-v]{26}$/);

/** The jobs of a selection, in the query of its downloads. */
export const selectionSchema = z.array(trackingId).min(1).max(mostSelected);

/** The list's filters. Days are in Vietnam's time zone. */
export const historyFilterSchema = z.object({
  /** A trackingId or request ID as pasted, or words of the text. */
  q: word,
  service: z.enum(["tts", "stt"]).optional().catch(undefined),
  status: z.enum(["completed", "failed", "rejected"]).optional().catch(undefined),
  key: word,
  model: word,
  voice: word,
  region: word,
  /** `completed`, or the error code of failed jobs. */
  result: word,
  from: day,
  to: day,
  /** Of the day `from`: 00 to 23. */
  hour: z
    .string()
    .regex(/^([01]\d|2[0-3])$/)
    .optional()
    .catch(undefined),
  /** Whether they took at least `slowMs`. */
  slow: z.literal("1").optional().catch(undefined),
});

/** The history page's query parameters; invalid ones are ignored. */
export const historyAddressSchema = historyFilterSchema.extend({
  cursor: z.string().optional().catch(undefined),
  /** The trackingId of the job, or the request ID of the rejected request, open in the detail panel. */
  job: z.string().optional().catch(undefined),
});

export type HistoryFilter = z.infer<typeof historyFilterSchema>;
export type HistoryAddress = z.infer<typeof historyAddressSchema>;
