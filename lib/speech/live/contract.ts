import type { SentSound } from "@/lib/engines/audio/samples-as-sent";
import { minutes, seconds } from "@/lib/platform/clock";
import type { AppError } from "@/lib/platform/errors";
import type { Formatting } from "@/lib/speech/transcripts/choices";
import type { Written } from "./written";

export const sessionLimits = {
  /** The longest session, also of its sound. */
  longestMs: minutes(60),
  /** Without sound and without a sign of life. */
  idleMs: seconds(15),
  idleWarningMs: seconds(10),
  /** How much faster than it is spoken sound is taken, once there were so many seconds of it. */
  pace: 1.25,
  burstSeconds: 5,
  /** A client whose sound was kept waiting for so long in all is warned. */
  slowedMs: seconds(5),
  /** After so long what was delivered is charged, and the rest held again: no hold lasts longer than ten minutes. */
  partMs: minutes(4),
  /** For the last words, when the process ends. */
  leaveMs: seconds(8),
};

export type LiveRequest = {
  modelId?: string;
  languageCode?: string;
  sound: SentSound;
  /** Whether words are wanted that may still change. */
  wantsPartials: boolean;
  silenceMs: number;
  formatting?: readonly Formatting[];
  keyterms?: readonly string[];
  config?: Record<string, unknown>;
  /** Of a token. */
  longestSeconds?: number;
};

export const warningCodes = ["CREDIT_ENDS", "IDLE", "TOO_FAST", "SESSION_ENDS", "RESTART"] as const;

export type WarningCode = (typeof warningCodes)[number];

/** Times are seconds from the start of the sound; channels are numbered from 0. */
export type LiveOutput =
  | { type: "speechStarted"; channel: number; at: number }
  | ({ type: "partial"; channel: number; start: number; end: number } & Written)
  | ({ type: "final"; channel: number; start: number; end: number; isEnd: boolean; isRequested: boolean } & Written)
  | { type: "utteranceEnd"; channel: number; at: number }
  | { type: "warning"; code: WarningCode; values: Record<string, number> }
  | { type: "error"; error: AppError }
  | { type: "done"; trackingId: string; audioSeconds: number; chargeVnd: number; transcript: string };
