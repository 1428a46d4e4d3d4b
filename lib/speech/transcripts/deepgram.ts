import "server-only";
import { createHash } from "node:crypto";
import { clock } from "@/lib/platform/clock";
import type { RecognizedContent } from "@/lib/speech/content";

/** A model as Deepgram's clients read it, by a UUID that is the same each time (RFC 9562 section 5.8). */
export function deepgramModel(modelId: string) {
  const bytes = createHash("sha256").update(modelId).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const uuid = bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { uuid, info: { name: modelId, version: "1", arch: modelId } };
}

type Timed = { word: string; written?: string; start: number; end: number; confidence?: number; speaker?: number };

/** Words as Deepgram's clients read them. Those of a number are written as one, which the first has. */
export const deepgramWords = (words: readonly Timed[]) =>
  words.map(({ word, written, start, end, confidence = 1, speaker }) => ({
    word,
    start,
    end,
    confidence,
    punctuated_word: written ?? word,
    ...(speaker !== undefined && { speaker }),
  }));

export const confidenceOf = (words: readonly { confidence?: number }[]): number =>
  words.length === 0 ? 0 : words.reduce((sum, { confidence = 1 }) => sum + confidence, 0) / words.length;

type Segments = RecognizedContent["segments"];

type About = { requestId: string; modelId: string; audioDuration: number; created?: string };

/** What a request wants of a transcript. */
type Wanted = { utterances?: unknown; paragraphs?: unknown; tag?: unknown };

/** A transcript as Deepgram's clients read it: each channel with its words, and what was said without a pause. */
export function describeDeepgramFile(
  { requestId, modelId, audioDuration, created = clock.now().toISOString() }: About,
  { transcript, segments, channels }: RecognizedContent,
  { utterances, paragraphs, tag }: Wanted,
) {
  const { uuid, info } = deepgramModel(modelId);
  const perChannel = channels
    ? channels.map((own, index) => ({
        text: own.transcript,
        said: segments.filter(({ channel = 1 }) => channel === index + 1),
      }))
    : [{ text: transcript, said: segments }];
  return {
    metadata: {
      transaction_key: "deprecated",
      request_id: requestId,
      sha256: "",
      created,
      duration: audioDuration,
      channels: perChannel.length,
      models: [uuid],
      model_info: { [uuid]: info },
      ...(tag !== undefined && { tags: [tag] }),
    },
    results: {
      channels: perChannel.map(({ text, said }) => {
        const words = said.flatMap((segment) => segment.words ?? []);
        return {
          alternatives: [
            {
              transcript: text,
              confidence: confidenceOf(words),
              words: deepgramWords(said.flatMap(wordsOf)),
              ...(paragraphs ? { paragraphs: describeParagraphs(text, said) } : {}),
            },
          ],
        };
      }),
      ...(utterances ? { utterances: segments.map(describeUtterance) } : {}),
    },
  };
}

/** With who says them. */
const wordsOf = ({ words = [], speaker }: Segments[number]) =>
  words.map((word) => ({ ...word, ...(speaker !== undefined && { speaker: numberSpeaker(speaker) }) }));

function describeUtterance(segment: Segments[number], index: number) {
  const { start, end, text, channel = 1, speaker, words = [] } = segment;
  return {
    start,
    end,
    confidence: confidenceOf(words),
    channel: channel - 1,
    transcript: text,
    words: deepgramWords(wordsOf(segment)),
    ...(speaker !== undefined && { speaker: numberSpeaker(speaker) }),
    id: String(index),
  };
}

const describeParagraphs = (transcript: string, said: Segments) => ({
  transcript,
  paragraphs: said.map(({ text, start, end, speaker, words = [] }) => ({
    sentences: [{ text, start, end }],
    num_words: words.length,
    start,
    end,
    ...(speaker !== undefined && { speaker: numberSpeaker(speaker) }),
  })),
});

/** Speakers are A, B, C here and 0, 1, 2 for clients of Deepgram and ElevenLabs. */
export const numberSpeaker = (label: string): number => label.charCodeAt(0) - "A".charCodeAt(0);
