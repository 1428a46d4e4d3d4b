import "server-only";
import { createHash } from "node:crypto";

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
