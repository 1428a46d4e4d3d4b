/** The topic on which every finished call is published, once, before it is answered. */
export const speechFinished = "speech.finished";

/** All that history, money and usage need to know of a finished call. Plain JSON: amounts and sizes are decimal text. */
export type SpeechFinished = {
  trackingId: string;
  businessId: string;
  keyId: string;
  service: "tts" | "stt";
  region: string;
  modelId: string;
  voiceId: string | null;
  text: string | null;
  /** The provider's options as sent, as JSON text. */
  config: string | null;
  languageCode: string | null;
  characters: number | null;
  amountMilli: string;
  audioObject: string | null;
  audioFormat: string | null;
  audioDuration: number;
  fileSizeBytes: string;
  processingTimeMs: string;
  /** ISO 8601. */
  createdAt: string;
  expiresAt: string;
};
