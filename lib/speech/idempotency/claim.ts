import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { holdCredit, holdCreditIf, type NewHold } from "@/lib/money/wallet/holds";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { requireMadeHere } from "@/lib/platform/regions";
import type { Statement } from "@/lib/platform/statement";
import { findFinished } from "./recorded";
import type { Idempotency } from "./schema";

/** How long a key is valid after its first call. */
const keptMs = hours(72);

export type Claim = {
  service: "tts" | "stt";
  idempotency: Idempotency;
  hold: NewHold;
  /** Whether credit is held; not for a test key. */
  isPaid?: boolean;
};

type Known = {
  key: string;
  fingerprint: string;
  trackingId: string;
  finished: FinishedJob | null;
  createdAt: Date;
  holdStatus: string | null;
};

// $1 and $2 are the call's business and tracking ID, `now` its time.
const insertAt = (now: string, first: number) => `
  INSERT INTO idempotency_records AS r (business_id, service, key, fingerprint, tracking_id, created_at, expires_at)
  VALUES ($1, $${first}::"Service", $${first + 1}, $${first + 2}, $2, ${now}, $${first + 3})
  ON CONFLICT (business_id, service, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, tracking_id = excluded.tracking_id, finished = NULL,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE r.expires_at <= excluded.created_at OR r.tracking_id = $${first + 4}::text`;

// With a hold, whose own parameters come first, and without one.
const insert = insertAt("$5", 10);
const insertAlone = `${insertAt("$3", 4)} RETURNING 1 AS claimed`;

const find = `
  SELECT r.key, r.fingerprint, r.tracking_id AS "trackingId", r.finished, r.created_at AS "createdAt", h.status AS "holdStatus"
  FROM idempotency_records r LEFT JOIN holds h USING (tracking_id)
  WHERE r.business_id = $1 AND r.service = $2::"Service" AND r.key = ANY($3::text[]) AND r.expires_at > $4
  ORDER BY r.created_at, r.tracking_id`;

/** How many equal requests at once have a place each: a repeat waits for all of them, and gets what any has made. */
const mostPlaces = 8;

/** The keys that a call's record can have. */
const placesOf = ({ key, repeats }: Idempotency): string[] =>
  Array.from({ length: repeats === undefined ? 1 : mostPlaces }, (_, place) =>
    place === 0 ? key : `${key} ${place + 1}`,
  );

/**
 * Claims the key for this call and holds its credit, both or neither, and returns null. When the key's call has
 * finished, returns that one and holds nothing. The key of a failed call can be claimed again. Throws
 * IDEMPOTENCY_MISMATCH for another body, IDEMPOTENCY_RUNNING with the running job, WRONG_REGION, INSUFFICIENT_CREDIT.
 */
export async function claimOnce(claim: Claim): Promise<FinishedJob | null> {
  const { idempotency } = claim;
  if (idempotency.repeats === "again") return claimAgain(claim);
  if (await tryClaim(claim, { place: idempotency.key, replaces: null })) return null;
  if (idempotency.repeats === "first") return claimOwn(claim);
  // Of two concurrent retries, the second to claim finds the first one's job at its next try.
  for (let tries = 0; tries < 3; tries++) {
    const [known] = await findKnown(claim);
    const finished = known && (await resultOf(known, idempotency));
    if (finished) return finished;
    if (await tryClaim(claim, { place: idempotency.key, replaces: known?.trackingId ?? null })) return null;
  }
  throw new AppError("IDEMPOTENCY_RUNNING");
}

/** Two equal requests at once: the second is a job of its own, with a place beside that of the first. */
async function claimOwn(claim: Claim): Promise<null> {
  for (let tries = 0; tries < 3; tries++) {
    const { free } = await readPlaces(claim);
    if (!free) break;
    if (await tryClaim(claim, free)) return null;
  }
  if (claim.isPaid !== false) await holdCredit(claim.hold);
  return null;
}

async function claimAgain(claim: Claim): Promise<FinishedJob | null> {
  for (;;) {
    const { finished, free } = await waitForResult(claim);
    if (finished) return finished;
    // Of several repeats that wait, the first to claim a place runs and the others wait for it.
    if (free && (await tryClaim(claim, free))) return null;
  }
}

/** The result of the call that a repeat repeats, for which it waits; null where nothing runs and nothing was made. */
export const findRepeated = async (sought: Sought): Promise<FinishedJob | null> =>
  (await waitForResult(sought)).finished;

const pollMs = 250;

async function waitForResult(sought: Sought): Promise<Places> {
  const { until = 0, signal } = sought.idempotency;
  for (;;) {
    const places = await readPlaces(sought);
    if (places.finished || !places.running) return places;
    if (performance.now() > until) throw places.running;
    await sleep(pollMs, undefined, { signal });
  }
}

type Sought = Pick<Claim, "service" | "idempotency"> & { hold: Pick<NewHold, "businessId"> };
type Place = { place: string; replaces: string | null };
type Places = {
  /** The newest result that a repeat gets. */
  finished: FinishedJob | null;
  /** That a call still runs. */
  running: AppError | null;
  /** One that no call has, or else that of a failed call or the oldest result. */
  free: Place | null;
};

async function readPlaces(sought: Sought): Promise<Places> {
  const { idempotency } = sought;
  const known = await findKnown(sought);
  const places: Places = { finished: null, running: null, free: null };
  let oldest: Place | null = null;
  for (const each of known) {
    const place = { place: each.key, replaces: each.trackingId };
    const result = await resultOf(each, idempotency).catch(orRunning);
    if (result instanceof AppError) places.running = result;
    else if (!result) places.free = place;
    else {
      oldest ??= place;
      if (isRepeat(idempotency, each)) places.finished = result;
    }
  }
  const unused = placesOf(idempotency).find((place) => known.every(({ key }) => key !== place));
  return { ...places, free: unused ? { place: unused, replaces: null } : (places.free ?? oldest) };
}

function orRunning(error: unknown): AppError {
  if (error instanceof AppError && error.code === "IDEMPOTENCY_RUNNING") return error;
  throw error;
}

/** Clients repeat a request by themselves within minutes; what comes later is a new one. */
const repeatedMs = minutes(15);

const isRepeat = ({ repeats }: Idempotency, { createdAt }: Known): boolean =>
  repeats === undefined || (repeats === "again" && clock.now().getTime() - createdAt.getTime() < repeatedMs);

const findKnown = ({ service, idempotency, hold }: Sought): Promise<Known[]> =>
  findRecords(service, hold.businessId, placesOf(idempotency));

/** The records of keys of a business, the oldest first. */
export const findRecords = (service: Claim["service"], businessId: string, keys: string[]): Promise<Known[]> =>
  sql<Known>("find-idempotency", find, [businessId, service, keys, clock.now()]);

async function resultOf(known: Known, idempotency: Idempotency): Promise<FinishedJob | null> {
  if (known.fingerprint !== idempotency.fingerprint) throw new AppError("IDEMPOTENCY_MISMATCH");
  const finished = known.finished ?? (await findFinished(known.trackingId));
  if (finished?.status === "completed") {
    // One that is run again may have run elsewhere before.
    if (isRepeat(idempotency, known)) requireMadeHere(finished.region);
    return finished;
  }
  if (isRunning(known) && !finished) throw stillRunning(known);
  return null;
}

/** A call without a hold, of a test key, is dead after this. */
const longestTestMs = minutes(6);

export const isRunning = ({ holdStatus, key, createdAt }: Known): boolean =>
  holdStatus === "open" || (key.startsWith(" test ") && +clock.now() - +createdAt < longestTestMs);

/** Bounds for Retry-After, otherwise the time that the job has been running: a retry may upload a long file again. */
const retryAfterSeconds = { least: 1, most: 15 };

function stillRunning({ createdAt, trackingId }: Known): AppError {
  const ranSeconds = Math.floor((clock.now().getTime() - createdAt.getTime()) / 1000);
  const { least, most } = retryAfterSeconds;
  const seconds = Math.min(most, Math.max(least, ranSeconds));
  return new AppError("IDEMPOTENCY_RUNNING", { retryAfterSeconds: seconds, trackingId });
}

async function tryClaim(claim: Claim, { place, replaces }: Place): Promise<boolean> {
  const { service, idempotency, hold } = claim;
  const expiresAt = new Date(clock.now().getTime() + keptMs);
  const values = [service, place, idempotency.fingerprint, expiresAt, replaces];
  if (claim.isPaid === false) {
    const call = [hold.businessId, hold.trackingId, clock.now()];
    return (await sql("claim", insertAlone, [...call, ...values])).length > 0;
  }
  const { isMet, rejection } = await holdCreditIf({ name: "claim-and-hold", text: insert, values }, hold);
  if (!isMet) return false;
  if (!rejection) return true;
  const { name, text, values: of } = claimForgotten(claim);
  await sql(name, text, of);
  throw rejection;
}

const settle = `UPDATE idempotency_records SET finished = $4::jsonb
  WHERE business_id = $1 AND service = $2::"Service" AND key = ANY($3::text[])
    AND tracking_id = $5 AND EXISTS (SELECT FROM condition)`;

/** Stores the data for the response. Runs in the statement that publishes the job, and only if the job is published. */
export function answerKept(idempotency: Idempotency, finished: FinishedJob): Statement {
  const { spark: _, marks: __, metadata: ___, ...response } = finished;
  const { businessId, service, trackingId } = response;
  const values = [businessId, service, placesOf(idempotency), JSON.stringify(response), trackingId];
  return { name: "keep-answer", text: settle, values };
}

const forget = `DELETE FROM idempotency_records
  WHERE business_id = $1 AND service = $2::"Service" AND key = ANY($3::text[]) AND tracking_id = $4`;

/** For a failed job, so that a retry runs it again. Runs in the statement that publishes the failure. */
export const claimForgotten = ({ service, idempotency, hold }: Claim): Statement => ({
  name: "forget-claim",
  text: forget,
  values: [hold.businessId, service, placesOf(idempotency), hold.trackingId],
});

const sweep = `DELETE FROM idempotency_records WHERE ctid IN
  (SELECT ctid FROM idempotency_records WHERE expires_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes up to 1,000 keys older than 72 hours and returns how many. */
export async function sweepIdempotency(on: Sql = sql): Promise<number> {
  return (await on("sweep-idempotency", sweep, [clock.now()])).length;
}
