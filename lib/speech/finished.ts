/** The topic on which every finished call is published, once, before it is answered. */
export const speechFinished = "speech.finished";

/**
 * All that history, money and usage need to know of a finished call, and what its answer is made from. Nothing that
 * was said: content is in the objects it names. Plain JSON: amounts and sizes are decimal text, moments ISO 8601.
 */
export type SpeechFinished = {
  trackingId: string;
  businessId: string;
  keyId: string;
  /** What the answer's X-Request-Id says; null for calls that did not come by HTTP. */
  requestId: string | null;
  service: "tts" | "stt";
  region: string;
  status: "completed" | "failed";
  /** The refusal's code of a failed call, or a remark on a completed one, such as NO_SPEECH_FOUND. */
  resultCode: string | null;
  modelId: string;
  voiceId: string | null;
  languageCode: string | null;
  characters: number | null;
  /** Of the rules the text was read with; null where none was applied, and for speech to text. */
  rulesVersion: string | null;
  /** What is charged; zero gives the whole hold back. */
  amountMilli: string;
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
