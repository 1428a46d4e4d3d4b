import "server-only";
import { createHash } from "node:crypto";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";

const paramNames: Record<string, string> = {
  modelId: "model",
  voiceId: "model",
  languageCode: "language",
  audioFormat: "encoding",
  sampleRate: "sample_rate",
};

/** The error with the names of parameters that Deepgram's clients send. */
export function inDeepgramNames({ code, details }: AppError): AppError {
  const param = details.param && (paramNames[details.param] ?? details.param);
  return new AppError(code, { ...details, param });
}

/** The error as Deepgram's clients read it. */
export function describeDeepgramError(appError: AppError, requestId: string) {
  const problem = describeError(inDeepgramNames(appError), requestId);
  return { ...problem, err_code: problem.code, err_msg: problem.message, request_id: requestId };
}

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
