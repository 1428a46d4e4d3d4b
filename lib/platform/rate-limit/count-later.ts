import "server-only";
import { seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { defaultWindowMs, type Limit, type LimitRequest, type LimitResult } from "./limits";
import { settleCounts } from "./postgres";

/** The most requests of one limit that this process has counted and not yet settled, and for how long. */
const mostBehind = 20;
export const settleAfterMs = 100;

/** What the store said of a limit longer ago is not relied on. */
const freshMs = seconds(0.25);

const retryMs = seconds(1);

/** Limits that are remembered, before those not fresh are dropped. */
const mostRemembered = 10_000;

type Bucket = {
  /** When the limit is unused again, by `performance.now()`: never earlier than in the store, as far as is known. */
  unusedAtMs: number;
  knownAtMs: number;
  windowMs: number;
  limit: number;
  /** Not settled yet, as far as is known. */
  counted: number;
};

const buckets = new Map<string, Bucket>();
const requests = new Map<string, LimitRequest>();
let timer: NodeJS.Timeout | undefined;

const intervalOf = ({ windowMs, limit }: Pick<Bucket, "windowMs" | "limit">) => windowMs / Math.max(limit, 1);

/** A small share of the limit, so that all processes together stay within the half that `hasRoom` leaves. */
const behindOf = (limit: number) => Math.min(mostBehind, Math.floor(limit / 32));

const leftOf = (bucket: Bucket, now: number) =>
  bucket.limit - Math.ceil(Math.max(bucket.unusedAtMs - now, 0) / intervalOf(bucket));

function hasRoom(bucket: Bucket | undefined, { limit }: Limit, windowMs: number, now: number): bucket is Bucket {
  if (bucket?.limit !== limit || bucket.windowMs !== windowMs || now - bucket.knownAtMs > freshMs) return false;
  return bucket.counted < behindOf(limit) && leftOf(bucket, now) > limit / 2;
}

const bucketsOf = ({ owner, buckets: limits, windowMs = defaultWindowMs }: LimitRequest, now: number) =>
  limits.map((limit) => {
    const bucket = buckets.get(`${owner} ${limit.name}`);
    return hasRoom(bucket, limit, windowMs, now) ? bucket : null;
  });

/** Counts here, and within `settleAfterMs` in the database. Null unless over half of each limit was left just now. */
export function countLater(request: LimitRequest): LimitResult | null {
  const now = performance.now();
  const found = bucketsOf(request, now);
  if (!found.every((bucket) => bucket !== null)) return null;
  const results = found.map((bucket) => {
    bucket.counted += 1;
    bucket.unusedAtMs = Math.max(bucket.unusedAtMs, now) + intervalOf(bucket);
    const left = leftOf(bucket, now);
    const resetMs = Math.ceil(bucket.unusedAtMs - now - (bucket.limit - 1 - left) * intervalOf(bucket));
    return { left, resetMs };
  });
  timer ??= setTimeout(settleCounted, settleAfterMs).unref();
  if (found.some(({ counted, limit }) => counted >= behindOf(limit) / 2)) void settleCounted();
  return { exceeded: null, waitMs: 0, buckets: results, pools: [], lease: null };
}

/** Whether `countLater` would now count a request of this client, as far as `rememberCount` knows it. */
export function isCountedLater(client: string): boolean {
  const request = requests.get(client);
  return request !== undefined && bucketsOf(request, performance.now()).every((bucket) => bucket !== null);
}

/** Remembers what the database said of a client's limits when it counted a request. */
export function rememberCount(client: string, request: LimitRequest, result: LimitResult): void {
  const { owner, buckets: limits, windowMs = defaultWindowMs } = request;
  if (result.exceeded || limits.some(({ limit }) => behindOf(limit) === 0)) return;
  const now = performance.now();
  if (requests.size + buckets.size > mostRemembered) forgetStale(now);
  requests.set(client, request);
  for (const [index, { name, limit }] of limits.entries()) {
    const { counted = 0 } = buckets.get(`${owner} ${name}`) ?? {};
    const used = limit - (result.buckets[index]?.left ?? 0) + counted;
    const unusedAtMs = now + used * intervalOf({ windowMs, limit });
    buckets.set(`${owner} ${name}`, { unusedAtMs, knownAtMs: now, windowMs, limit, counted });
  }
}

function forgetStale(now: number): void {
  requests.clear();
  for (const [name, { knownAtMs, counted }] of buckets) {
    if (now - knownAtMs > freshMs && counted === 0) buckets.delete(name);
  }
}

let settlement: Promise<void> | undefined;

/** Adds what was counted to the limits in the database. If that fails, it is tried again a second later. */
export function settleCounted(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  settlement ??= addCounts().then((isSettled) => {
    settlement = undefined;
    const isBehind = [...buckets.values()].some(({ counted }) => counted > 0);
    if (isBehind) timer ??= setTimeout(settleCounted, isSettled ? 0 : retryMs).unref();
  });
  return settlement;
}

async function addCounts(): Promise<boolean> {
  const due = [...buckets].flatMap(([name, { counted, windowMs, limit }]) =>
    counted === 0 ? [] : [{ name, counted, usedUs: counted * Math.floor((windowMs * 1000) / limit) }],
  );
  try {
    const settled = due.length > 0 ? await settleCounts(due) : [];
    const aheads = new Map(settled.map(({ name, aheadMs }) => [name, aheadMs]));
    const now = performance.now();
    for (const { name, counted } of due) {
      const bucket = buckets.get(name);
      if (!bucket) continue;
      bucket.counted -= counted;
      bucket.knownAtMs = now;
      bucket.unusedAtMs = now + Math.max(aheads.get(name) ?? 0, 0) + bucket.counted * intervalOf(bucket);
    }
    return true;
  } catch (error) {
    log.error({ reason: (error as Error).message }, "requests could not be counted");
    return false;
  }
}
