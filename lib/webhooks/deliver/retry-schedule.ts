import { days, hours, minutes, seconds } from "@/lib/platform/clock";

/**
 * The delay before each attempt of a delivery; after the last one it has failed. What users read of it follows: the texts
 * get it as their arguments, and a test compares the promise W2.
 */
export const retryDelaysMs: readonly [number, ...number[]] = [
  0,
  seconds(5),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(24),
];

/** The same for a callback of another vendor's client, as Deepgram has it: its program waits for minutes, not for days. */
export const vendorDelaysMs: typeof retryDelaysMs = [0, ...Array<number>(9).fill(seconds(30))];

/** How long a delivery is attempted if every attempt fails at once and no delay is prolonged. */
export const retriesLastMs = retryDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0);

/** The same in days, for texts that say "about". */
export const retriesLastDays = Math.round(retriesLastMs / days(1));

/** Consecutive failures disable an endpoint this long after the first. */
export const disabledAfterMs = days(5);

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
  { number, statusCode, retryAfter = "" }: Rejected,
  now: Date,
  { random = Math.random, delaysMs = retryDelaysMs }: { random?: () => number; delaysMs?: typeof retryDelaysMs } = {},
): Date | null {
  const delayMs = delaysMs[number];
  if (delayMs === undefined) return null;
  const isOverloaded = statusCode === 429 || statusCode === 503;
  const leastMs = Math.max(delayMs, isOverloaded ? overloadedMs : 0);
  const jittered = leastMs * (1 + jitter * random());

  // Seconds or an HTTP date; anything else asks for nothing.
  const text = retryAfter.trim();
  const date = /^\w{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  const requestedMs = /^\d{1,9}$/.test(text) ? seconds(Number(text)) : Number.isNaN(date) ? 0 : date - +now;
  return new Date(+now + Math.max(jittered, Math.min(requestedMs, longestRequestedMs)));
}
