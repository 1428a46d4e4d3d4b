import { z } from "zod";
import { apis } from "@/lib/access/principals/choices";
import { keyModes } from "@/lib/access/principals/mode";
import { daySchema } from "@/lib/platform/day-schema";
import { looseText } from "@/lib/platform/loose-text";
import { urlParameter } from "@/lib/platform/url-parameter";

const day = urlParameter(daySchema());

/** From how many milliseconds on a job is called slow. */
export const slowMs = 2000;

/** The paths to which a POST makes a job, so that a rejected one counts as an error of its service. */
export const speechPaths: Record<"tts" | "stt", readonly string[]> = {
  tts: ["/tts", "/ai/tts", "/tts/stream", "/v1/audio/speech", "/hmi/tts/v5", "/api/v1/tts", "/v1/speak"],
  stt: [
    "/stt",
    "/ai/stt",
    "/stt/url",
    "/v1/audio/transcriptions",
    "/hmi/asr/general",
    "/v1/speech-to-text",
    "/v1/listen",
  ],
};

/** The beginnings of those that go on with the name of a voice. */
export const speechPathStarts: typeof speechPaths = { tts: ["/v1/text-to-speech/"], stt: [] };

/** The service of the job that a POST to a path makes. */
export const speechServiceOf = (path: string): "tts" | "stt" | undefined =>
  (["tts", "stt"] as const).find(
    (one) => speechPaths[one].includes(path) || speechPathStarts[one].some((start) => path.startsWith(start)),
  );

/** The most that are selected at once. */
export const mostSelected = 100;

const trackingId = z.string().regex(/^(tts|stt)_[0-9a-v]{26}$/);

/** The jobs of a selection, in the query of its downloads. */
export const selectionSchema = z.array(trackingId).min(1).max(mostSelected);

/** The list's filters. Days are in Vietnam's time zone. */
export const historyFilterSchema = z.object({
  /** The mode of the key; `live` if not given. */
  mode: urlParameter(z.enum(keyModes)),
  /** A trackingId or request ID as pasted, or words of the text. */
  q: looseText,
  service: urlParameter(z.enum(["tts", "stt"])),
  /** `errors`: what the figures of errors count, failed jobs and rejected requests that would have made one. */
  status: urlParameter(z.enum(["completed", "failed", "rejected", "errors"])),
  api: urlParameter(z.enum(apis)),
  key: looseText,
  model: looseText,
  voice: looseText,
  region: looseText,
  /** `completed`, or an error code. */
  result: looseText,
  from: day,
  to: day,
  /** The hour of the day `from`: 00 to 23. */
  hour: urlParameter(z.string().regex(/^([01]\d|2[0-3])$/)),
  /** Whether they took at least `slowMs`. */
  slow: urlParameter(z.literal("1")),
});

/** The history page's query parameters; invalid ones are ignored. */
export const historyAddressSchema = historyFilterSchema.extend({
  cursor: urlParameter(z.string()),
  /** The trackingId of the job, or the request ID of the rejected request, open in the detail panel. */
  job: urlParameter(z.string()),
});

export type HistoryFilter = z.infer<typeof historyFilterSchema>;
export type HistoryAddress = z.infer<typeof historyAddressSchema>;
