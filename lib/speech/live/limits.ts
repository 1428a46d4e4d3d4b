import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { minutes, seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { sessionLimits, type WarningCode } from "./contract";

/** Before the longest session ends. */
const endWarningMs = minutes(1);

/** How long the last words are waited for at the end of a session; one whose key has ended is over within 5 s. */
export const lastWordsMs = { withoutKey: seconds(2), others: seconds(10) };

type Options = {
  /** Of a token: the longest that the session may take. */
  longestSeconds?: number;
  warn: (code: WarningCode, values: Record<string, number>) => void;
  end: (error: AppError) => void;
};

/** Keeps a session to its pace, its signs of life and its length: slows it down, warns it and ends it. */
export class Limits {
  readonly longestMs: number;
  readonly #options: Options;
  readonly #startedAt = performance.now();
  #lastSignAt = performance.now();
  #soundStartedAt: number | undefined;
  /** For how long sound was kept waiting in all. */
  #slowedMs = 0;
  readonly #warned = new Set<WarningCode>();

  constructor(options: Options) {
    this.#options = options;
    this.longestMs = Math.min(sessionLimits.longestMs, seconds(options.longestSeconds ?? Number.POSITIVE_INFINITY));
  }

  /** Sound came, or a sign of life while there is none. */
  keepAlive(): void {
    this.#lastSignAt = performance.now();
    this.#warned.delete("IDLE");
  }

  /** Waits until there may be so much sound. It may come somewhat faster than it is spoken, to catch up. */
  async keepPace(soundSeconds: number, signal: AbortSignal): Promise<void> {
    this.#soundStartedAt ??= performance.now();
    const { pace, burstSeconds } = sessionLimits;
    const allowed = burstSeconds + (pace * (performance.now() - this.#soundStartedAt)) / 1000;
    if (soundSeconds <= allowed) return;
    const waitMs = seconds((soundSeconds - allowed) / pace);
    this.#slowedMs += waitMs;
    if (this.#slowedMs >= sessionLimits.slowedMs) this.warnOnce("TOO_FAST", { pace });
    await sleep(waitMs, undefined, { signal, ref: false });
  }

  /** To be called every second. `isBusy`: sound waits for its turn, and so its client may wait too. */
  check(soundSeconds: number, isBusy: boolean): void {
    const { idleMs, idleWarningMs } = sessionLimits;
    const now = performance.now();
    const quietMs = isBusy ? 0 : now - this.#lastSignAt;
    if (quietMs >= idleMs) this.#options.end(new AppError("CLIENT_CLOSED", { message: "live.idle" }));
    else if (quietMs >= idleWarningMs) this.warnOnce("IDLE", { seconds: (idleMs - idleWarningMs) / 1000 });
    const leftMs = this.longestMs - Math.max(now - this.#startedAt, seconds(soundSeconds));
    const values = { minutes: Math.round(this.longestMs / minutes(1)) };
    if (leftMs <= 0) this.#options.end(new AppError("AUDIO_TOO_LONG", { message: "live.tooLong", values }));
    else if (leftMs <= endWarningMs) this.warnOnce("SESSION_ENDS", { seconds: Math.floor(leftMs / 1000) });
  }

  warnOnce(code: WarningCode, values: Record<string, number>): void {
    if (this.#warned.has(code)) return;
    this.#warned.add(code);
    this.#options.warn(code, values);
  }
}
