import "server-only";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { signAudioLink } from "@/lib/engines/audio/signed-urls";
import type { RecognizedContent } from "./content";
import type { SttResponse, TtsResponse } from "./schema";

/** The call and every later lookup use the same input and function: their responses are identical to the byte. */
export type Answerable = Pick<
  FinishedJob,
  "trackingId" | "languageCode" | "audioObject" | "inputObject" | "audioDuration"
> & {
  fileSizeBytes: string | bigint;
  processingTimeMs: string | bigint;
  expiresAt: string | Date;
  inputExpiresAt: string | Date | null;
};

export function answerTts(call: Answerable & { audioObject: string }): TtsResponse {
  return {
    trackingId: call.trackingId,
    audioUrl: signAudioLink(call.audioObject, new Date(call.expiresAt)),
    audioDuration: call.audioDuration,
    fileSizeBytes: Number(call.fileSizeBytes),
    processingTimeMs: Number(call.processingTimeMs),
    languageCode: call.languageCode,
  };
}

/** `isVerbose`: with the times of its parts and, where its engine has them, of its words. */
export function answerStt(call: Answerable, recognized: RecognizedContent, { isVerbose = false } = {}): SttResponse {
  const { inputObject, inputExpiresAt } = call;
  return {
    trackingId: call.trackingId,
    transcript: recognized.transcript,
    // Whole started seconds are stored; older jobs keep the length they were first reported with.
    audioDuration: Math.round(call.audioDuration),
    fileSizeBytes: Number(call.fileSizeBytes),
    processingTimeMs: Number(call.processingTimeMs),
    inputAudioFileName: recognized.fileName,
    inputAudioUrl: inputObject && inputExpiresAt && signAudioLink(inputObject, new Date(inputExpiresAt), "stt"),
    ...(recognized.channels && { channels: recognized.channels }),
    ...(isVerbose && timesOf(recognized)),
  };
}

/** Without `words` if its engine has no times of words. */
export function timesOf({ segments }: RecognizedContent) {
  const words = segments.flatMap(({ words = [], channel }) =>
    words.map((word) => ({ ...word, ...(channel && { channel }) })),
  );
  const hasWords = segments.every((segment) => segment.words);
  return { segments: segments.map(({ words: _, ...segment }) => segment), ...(hasWords && { words }) };
}
