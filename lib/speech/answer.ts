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

/** The times of the parts of a transcript, and of its words where the engine has them. */
export function timesOf({ segments }: RecognizedContent) {
  const words = segments.flatMap(({ words = [], channel }) =>
    words.map((word) => ({ ...word, ...(channel && { channel }) })),
  );
  const hasWords = segments.every((segment) => segment.words);
  const withoutWords = segments.map(({ start, end, text, channel }) => ({
    start,
    end,
    text,
    ...(channel !== undefined && { channel }),
  }));
  return { segments: withoutWords, ...(hasWords && { words }) };
}

type Line = RecognizedContent["segments"][number];

/** Rounded to milliseconds first, so that 59.9996 s does not become second 60. */
function timestamp(seconds: number, mark: "," | "."): string {
  const ms = Math.round(Math.max(0, seconds) * 1000);
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}${mark}${pad(ms % 1000, 3)}`;
}

/** One line of subtitles. An empty line or an arrow in the text would be parsed as their syntax. */
const cue = ({ start, end, text }: Line, mark: "," | ".") => {
  const oneLine = text.replace(/\s+/g, " ").replaceAll("-->", "→").trim();
  return `${timestamp(start, mark)} --> ${timestamp(end, mark)}\n${oneLine}\n`;
};

/** SubRip. Empty without speech. */
export const toSrt = (lines: readonly Line[]): string =>
  lines.map((line, index) => `${index + 1}\n${cue(line, ",")}`).join("\n");

/** WebVTT (https://www.w3.org/TR/webvtt1/), with `&` and `<` escaped, and each channel as a voice. */
export function toVtt(lines: readonly Line[]): string {
  const cues = lines.map((line) => {
    const escaped = line.text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return cue({ ...line, text: line.channel ? `<v ${line.channel}>${escaped}` : escaped }, ".");
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

/** The transcript in each format besides JSON. */
export const transcriptTexts = {
  srt: ({ segments }: RecognizedContent) => toSrt(segments),
  vtt: ({ segments }: RecognizedContent) => toVtt(segments),
  text: ({ transcript }: RecognizedContent) => transcript,
};
