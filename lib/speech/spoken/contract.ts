import type { FinishedJob } from "@/lib/access/events/finished-job";
import { minutes, seconds } from "@/lib/platform/clock";
import type { AppError } from "@/lib/platform/errors";
import type { Alignment } from "@/lib/speech/alignment";
import type { Arrival } from "@/lib/speech/call";
import type { SpeechRequest } from "@/lib/speech/schema";

export const spokenLimits = {
  /** A context that was begun ends after so long, since its credit is held. */
  longestMs: minutes(5),
  /** What is not read for so long ends the connection. */
  unreadMs: seconds(60),
  /** So does more than this: a few sentences, or responses to messages that come without end. */
  unreadBytes: 16 * 1024 * 1024,
  /** For what is being spoken, when the process ends. */
  leaveMs: seconds(8),
  /** An engine that makes nothing of a sentence in this time has failed. */
  engineMs: seconds(30),
};

/** How the text of a context is spoken: its text is what comes. */
export type SpokenRequest = Omit<SpeechRequest, "text">;

export type SpokenArrival = Pick<Arrival, "requestId" | "metadata">;

/** The times are seconds from the start of the context's audio. */
export type SpokenCharacters = Omit<Alignment, "known">;

/** A piece of a context's audio that ends with a word: the characters of its text and of its spoken words within it. */
export type SpokenAudio = {
  type: "audio";
  context: string;
  bytes: Uint8Array;
  /** Where the piece begins, in seconds of the context's audio. */
  start: number;
  /** Null where no character is new. */
  written: SpokenCharacters | null;
  spoken: SpokenCharacters | null;
};

/** What a connection says. Of a context that was `rejected` nothing is spoken, and `ended` follows once its text has. It is the last of a context: without a job when nothing of it was spoken. */
export type SpokenOutput =
  | SpokenAudio
  | { type: "flushed"; context: string }
  | { type: "ended"; context: string; finished: FinishedJob | null }
  | { type: "rejected"; context: string; error: AppError }
  | { type: "failed"; context: string; error: AppError };
