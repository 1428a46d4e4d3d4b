/** The topic to which every finished call is published, once, before its response is sent. */
export const speechFinished = "speech.finished";

/**
 * A finished call with all that history, billing and responses need. Its text and audio are only in the objects that it
 * names. Plain JSON: amounts and sizes are decimal text, timestamps ISO 8601.
 */
export type SpeechFinished = {
  trackingId: string;
  businessId: string;
  keyId: string;
  /** The value of the response's X-Request-Id; null for calls without HTTP. */
  requestId: string | null;
  service: "tts" | "stt";
  region: string;
  status: "completed" | "failed";
  /** The error code of a failed call, or a remark on a completed one, such as NO_SPEECH_FOUND. */
  resultCode: string | null;
  modelId: string;
  voiceId: string | null;
  languageCode: string | null;
  characters: number | null;
  /** Of the normalization rules; null when none were applied, and for speech to text. */
  rulesVersion: string | null;
  /** The amount to charge; zero releases the whole hold. */
  amountMilli: string;
  /** The price it is charged by and how many of its units, zero of a free job. Null where less than the price is charged. */
  priceId: string | null;
  units: number | null;
  audioObject: string | null;
  audioFormat: string | null;
  contentObject: string | null;
  inputObject: string | null;
  /** Seconds. */
  audioDuration: number;
  fileSizeBytes: string;
  processingTimeMs: string;
  createdAt: string;
  expiresAt: string;
  inputExpiresAt: string | null;
};
