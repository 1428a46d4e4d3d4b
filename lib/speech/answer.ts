import "server-only";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { signAudioLink } from "@/lib/engines/audio/signed-urls";
import type { RecognizedContent } from "./content";
import type { SpokenTimes, SttResponse, TtsResponse } from "./schema";
import { type Cue, type TimedText, toCues, toSrt, toVtt } from "./transcripts/text";

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

export function answerTts(call: Answerable & { audioObject: string }, times?: SpokenTimes | null): TtsResponse {
  return {
    trackingId: call.trackingId,
    audioUrl: signAudioLink(call.audioObject, new Date(call.expiresAt)),
    audioDuration: call.audioDuration,
    fileSizeBytes: Number(call.fileSizeBytes),
    processingTimeMs: Number(call.processingTimeMs),
    languageCode: call.languageCode,
    ...(times !== undefined && { alignment: times }),
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

/** The times of the parts of a transcript, and of its words where the engine has them. */
export function timesOf({ segments }: RecognizedContent) {
  const words = segments.flatMap(({ words = [], channel, speaker }) =>
    words.map(({ word, written, start, end }) => ({
      word,
      ...(written !== undefined && { punctuated_word: written }),
      start,
      end,
      ...(channel && { channel }),
      ...(speaker !== undefined && { speaker }),
    })),
  );
  const hasWords = segments.every((segment) => segment.words);
  const withoutWords = segments.map(({ start, end, text, channel, speaker }) => ({
    start,
    end,
    text,
    ...(channel !== undefined && { channel }),
    ...(speaker !== undefined && { speaker }),
  }));
  return { segments: withoutWords, ...(hasWords && { words }) };
}

/** What subtitles show: cues by sentence of a formatted transcript, and otherwise the parts as the engine made them. */
export function cuesOf({ segments, formatting = [] }: RecognizedContent): Cue[] {
  if (formatting.length > 0) return toCues(segments.flatMap(partsOf));
  return segments.map(({ start, end, text, channel, speaker }) => ({
    start,
    end,
    lines: [text],
    ...(channel !== undefined && { channel }),
    ...(speaker !== undefined && { speaker }),
  }));
}

/** The written words of a segment; without times of words each takes its share of the segment's time by its length. */
function partsOf({ text, words, start, end, channel, speaker }: RecognizedContent["segments"][number]): TimedText[] {
  const own = { ...(channel !== undefined && { channel }), ...(speaker !== undefined && { speaker }) };
  if (words?.some(({ written }) => written)) {
    return words.flatMap(({ written }, index) => {
      if (!written) return [];
      const next = words.findIndex((word, at) => at > index && word.written !== "");
      const last = words[next < 0 ? words.length - 1 : next - 1] ?? words[index];
      return { text: written, start: words[index]?.start ?? start, end: last?.end ?? end, ...own };
    });
  }
  const letters = Math.max(1, text.replace(/\s/g, "").length);
  let at = start;
  return text.split(/\s+/).map((word) => {
    const from = at;
    at += ((end - start) * word.length) / letters;
    return { text: word, start: from, end: at, ...own };
  });
}

/** The transcript in each format besides JSON. */
export const transcriptTexts = {
  srt: (recognized: RecognizedContent) => toSrt(cuesOf(recognized)),
  vtt: (recognized: RecognizedContent) => toVtt(cuesOf(recognized)),
  text: ({ transcript }: RecognizedContent) => transcript,
};
