import type { FinishedJob } from "@/lib/events/record-jobs";

/** The topic to which every finished job is published, once, before its response is sent. */
export const speechFinished = "speech.finished";

/**
 * A finished job with all that history, billing, webhooks and responses need. Its text and audio are only in the objects
 * that it names. Plain JSON: amounts and sizes are decimal text, timestamps ISO 8601.
 */
export type SpeechFinished = FinishedJob & {
  characters: number | null;
  /** Of the normalization rules; null when none were applied, and for speech to text. */
  rulesVersion: string | null;
  /** The price it is charged by and how many of its units, zero of a free job. Null where less than the price is charged. */
  priceId: string | null;
  units: number | null;
  audioObject: string | null;
  audioFormat: string | null;
  contentObject: string | null;
  inputObject: string | null;
  inputExpiresAt: string | null;
  /** The small wave of lists (`sparkOf`) and what the text is found by (`marksOf`). Missing without audio or text. */
  spark?: string | null;
  marks?: number[] | null;
};
