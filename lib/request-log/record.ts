import "server-only";
import { clock, days, minutes, seconds } from "@/lib/clock";
import { db, sql } from "@/lib/db";
import { log } from "@/lib/log";
import type { Prisma } from "@/prisma/generated/client";

/** A call that a known key made and that was refused. */
export type Refused = {
  requestId: string;
  businessId: string;
  keyId: string;
  code: string;
  /** Which rule it was, and what it was held against. */
  detail: Prisma.InputJsonObject;
  method: string;
  path: string;
};

/** Of each key, so many a minute are kept by each process; past that one in a hundred, in the name of them all. */
const keptWhole = 100;
const oneOf = 100;

/** What waits to be written at most: beyond it a flood of refusals costs its own record and nothing else. */
const mostWaiting = 10_000;

const waiting: (Refused & { standsFor: number; createdAt: Date })[] = [];
let counts = new Map<string, number>();
let countedSince = 0;
let flushing: NodeJS.Timeout | undefined;

/** Notes a refusal, to be written within a second: no call waits for it. */
export function recordRefusal(refused: Refused): void {
  const standsFor = sampleOf(refused.keyId);
  if (standsFor === 0 || waiting.length >= mostWaiting) return;
  const { requestId, businessId, keyId, code, detail, method, path } = refused;
  const named = { requestId, businessId, keyId, code, detail, method, path: path.slice(0, 200) };
  waiting.push({ ...named, standsFor, createdAt: clock.now() });
  flushing ??= setTimeout(() => void flushRefusals(), seconds(1) / 2).unref();
}

/** How many refusals this one stands for; 0 when it is left out. */
function sampleOf(keyId: string): number {
  if (+clock.now() - countedSince >= minutes(1)) [counts, countedSince] = [new Map(), +clock.now()];
  const count = (counts.get(keyId) ?? 0) + 1;
  counts.set(keyId, count);
  if (count <= keptWhole) return 1;
  return (count - keptWhole) % oneOf === 0 ? oneOf : 0;
}

/** Writes what waits. A refusal that cannot be written is lost, and the log says so. */
export async function flushRefusals(): Promise<void> {
  clearTimeout(flushing);
  flushing = undefined;
  const data = waiting.splice(0);
  if (data.length === 0) return;
  await db.refusedRequest
    .createMany({ data, skipDuplicates: true })
    .catch((error: Error) => log.warn({ reason: error.name, count: data.length }, "refusals were not recorded"));
}

export const refusalsKeptMs = days(30);

const sweep = `DELETE FROM refused_requests WHERE request_id IN
  (SELECT request_id FROM refused_requests WHERE created_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Forgets refusals past their 30 days, 1,000 at most, and answers how many. */
export async function sweepRefusals(): Promise<number> {
  const before = new Date(+clock.now() - refusalsKeptMs);
  return (await sql("sweep-refusals", sweep, [before])).length;
}
