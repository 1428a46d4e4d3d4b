import "server-only";
import { days, hours, minutes } from "@/lib/platform/clock";

/** After a receiver that said it has too much to do. */
const overloadedMs = minutes(1);
const longestRequestedMs = hours(24);
const jitter = 0.2;

export type Rejected = {
  /** Attempts so far. */
  number: number;
  statusCode: number | null;
  /** Of the response's `Retry-After`. */
  retryAfter?: string;
};

/**
 * The delay of the schedule and up to a fifth more, at least a minute for status 429 and 503, and not before the
 * receiver's `Retry-After`, up to a day. Null after the last attempt.
 */
export function nextAttempt(
  scheduleMs: readonly number[],
  { number, statusCode, retryAfter }: Rejected,
  now: Date,
  random: () => number = Math.random,
): Date | null {
  const delayMs = scheduleMs[number];
  if (delayMs === undefined) return null;
  const isOverloaded = statusCode === 429 || statusCode === 503;
  const leastMs = Math.max(delayMs, isOverloaded ? overloadedMs : 0);
  const jittered = leastMs * (1 + jitter * random());
  return new Date(+now + Math.max(jittered, Math.min(requestedMs(retryAfter, now), longestRequestedMs)));
}

/** Seconds or an HTTP date; 0 for anything else. */
function requestedMs(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /^\w{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, Math.min(at - +now, days(1)));
}
