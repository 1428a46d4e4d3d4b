import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { type FinishedJob, responseColumns } from "@/lib/access/events/finished-job";
import { holdCreditIf } from "@/lib/money/wallet/holds";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { requireMadeHere } from "@/lib/platform/regions";
import type { Statement } from "@/lib/platform/statement";
import { type Call, holdFor, holdOf, isPaid } from "../call";
import type { Idempotency } from "./schema";

/** How long a key is valid after its first call. */
const keptMs = hours(72);

/** A call with an Idempotency-Key, or with one that was derived from its request. */
type KeyedCall = Call & { idempotency: Idempotency };

/** What the records of a key are found by. */
type Sought = Pick<KeyedCall, "service" | "idempotency"> & { caller: Pick<KeyedCall["caller"], "businessId"> };

type Known = {
  key: string;
  fingerprint: string;
  trackingId: string;
  finished: FinishedJob | null;
  createdAt: Date;
  holdStatus: string | null;
};

/** A record that a call can claim: by a key that no call has, or instead of the call that it names. */
type Place = { key: string; replaces: string | null };

// $1 and $2 are the call's business and tracking ID, `now` its time.
const claimText = (now: string, first: number) => `
  INSERT INTO idempotency_records AS r (business_id, service, key, fingerprint, tracking_id, created_at, expires_at)
  VALUES ($1, $${first}::"Service", $${first + 1}, $${first + 2}, $2, ${now}, $${first + 3})
  ON CONFLICT (business_id, service, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, tracking_id = excluded.tracking_id, finished = NULL,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE r.expires_at <= excluded.created_at OR r.tracking_id = $${first + 4}::text`;

// With a hold, whose own parameters come first, and without one.
const claimWithHold = claimText("$5", 10);
const claimAlone = `${claimText("$3", 4)} RETURNING 1 AS claimed`;

const knownByKeys = `
  SELECT r.key, r.fingerprint, r.tracking_id AS "trackingId", r.finished, r.created_at AS "createdAt", h.status AS "holdStatus"
  FROM idempotency_records r LEFT JOIN holds h USING (tracking_id)
  WHERE r.business_id = $1 AND r.service = $2::"Service" AND r.key = ANY($3::text[]) AND r.expires_at > $4
  ORDER BY r.created_at, r.tracking_id`;

/** How many equal requests at once have a place each: a repeat waits for all of them, and gets what any has made. */
const maxPlaces = 8;

/** The keys that a call's record can have. */
const placesOf = ({ key, repeats }: Idempotency): string[] =>
  Array.from({ length: repeats === undefined ? 1 : maxPlaces }, (_, place) =>
    place === 0 ? key : `${key} ${place + 1}`,
  );

/**
 * Claims the key for this call and holds its credit, both or neither, and returns null. When the key's call has
 * finished, returns that one and holds nothing. The key of a failed call can be claimed again. Throws
 * IDEMPOTENCY_MISMATCH for another body, IDEMPOTENCY_RUNNING with the running job, WRONG_REGION, INSUFFICIENT_CREDIT.
 */
export async function claimOnce(call: KeyedCall): Promise<FinishedJob | null> {
  const { key, repeats } = call.idempotency;
  while (repeats === "again") {
    const { finished, free } = await waitForResult(call);
    if (finished) return finished;
    // Of several repeats that wait, the first to claim a place runs and the others wait for it.
    if (free && (await tryClaim(call, free))) return null;
  }

  if (await tryClaim(call, { key, replaces: null })) return null;

  // Two equal requests at once: the second is a job of its own, with a place beside that of the first, or with none.
  if (repeats === "first") {
    for (let tries = 0; tries < 3; tries++) {
      const { free } = await readPlaces(call);
      if (!free) break;
      if (await tryClaim(call, free)) return null;
    }
    await holdFor(call);
    return null;
  }

  // Of two concurrent retries, the second to claim finds the first one's job at its next try.
  for (let tries = 0; tries < 3; tries++) {
    const [known] = await findKnown(call);
    const result = known ? await resultOf(known, call.idempotency) : null;
    if (result instanceof AppError) throw result;
    if (result) return result;
    if (await tryClaim(call, { key, replaces: known?.trackingId ?? null })) return null;
  }
  throw new AppError("IDEMPOTENCY_RUNNING");
}

/** Returns false if another call has the place. Throws INSUFFICIENT_CREDIT, SPEND_CAP_REACHED. */
async function tryClaim(call: KeyedCall, { key, replaces }: Place): Promise<boolean> {
  const expiresAt = new Date(clock.now().getTime() + keptMs);
  const values = [call.service, key, call.idempotency.fingerprint, expiresAt, replaces];
  if (!isPaid(call)) {
    const unpaid = [call.caller.businessId, call.trackingId, clock.now()];
    return (await sql("claim", claimAlone, [...unpaid, ...values])).length > 0;
  }
  const { isMet, rejection } = await holdCreditIf(
    { name: "claim-and-hold", text: claimWithHold, values },
    holdOf(call),
  );
  if (!isMet || !rejection) return isMet;
  const forgotten = forgetClaim(call);
  await sql(forgotten.name, forgotten.text, forgotten.values);
  throw rejection;
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
    const place = { key: each.key, replaces: each.trackingId };
    const result = await resultOf(each, idempotency);
    if (result instanceof AppError) places.running = result;
    else if (!result) places.free = place;
    else {
      oldest ??= place;
      if (isRepeat(idempotency, each)) places.finished = result;
    }
  }
  const unused = placesOf(idempotency).find((place) => known.every(({ key }) => key !== place));
  return { ...places, free: unused ? { key: unused, replaces: null } : (places.free ?? oldest) };
}

/** Clients repeat a request by themselves within minutes; what comes later is a new one. */
const repeatedMs = minutes(15);

const isRepeat = ({ repeats }: Idempotency, { createdAt }: Known): boolean =>
  repeats === undefined || (repeats === "again" && clock.now().getTime() - createdAt.getTime() < repeatedMs);

const findKnown = ({ service, idempotency, caller }: Sought): Promise<Known[]> =>
  findRecords(service, caller.businessId, placesOf(idempotency));

/** The records of keys of a business, the oldest first. */
export const findRecords = (service: Call["service"], businessId: string, keys: string[]): Promise<Known[]> =>
  sql<Known>("find-idempotency", knownByKeys, [businessId, service, keys, clock.now()]);

/** Bounds for Retry-After, otherwise the time that the job has been running: a retry may upload a long file again. */
const retryAfterSeconds = { least: 1, most: 15 };

/**
 * A record's completed job; IDEMPOTENCY_RUNNING while it runs; null where it failed or its process died. Throws
 * IDEMPOTENCY_MISMATCH for another body, WRONG_REGION.
 */
async function resultOf(known: Known, idempotency: Idempotency): Promise<FinishedJob | AppError | null> {
  const { trackingId, createdAt } = known;
  if (known.fingerprint !== idempotency.fingerprint) throw new AppError("IDEMPOTENCY_MISMATCH");
  const finished = known.finished ?? (await findFinished(trackingId));
  if (finished?.status === "completed") {
    // One that is run again may have run elsewhere before.
    if (isRepeat(idempotency, known)) requireMadeHere(finished.region);
    return finished;
  }
  if (finished || !isRunning(known)) return null;
  const ranSeconds = Math.floor((clock.now().getTime() - createdAt.getTime()) / 1000);
  const { least, most } = retryAfterSeconds;
  return new AppError("IDEMPOTENCY_RUNNING", {
    retryAfterSeconds: Math.min(most, Math.max(least, ranSeconds)),
    trackingId,
  });
}

/** A call without a hold, of a test key, is dead after this. */
const longestTestMs = minutes(6);

export const isRunning = ({ holdStatus, key, createdAt }: Known): boolean =>
  holdStatus === "open" || (key.startsWith(" test ") && +clock.now() - +createdAt < longestTestMs);

/** A column of a job in the form in which it was published. */
const published = ({ field, column, type }: (typeof responseColumns)[number]) => {
  if (type === "bigint") return `${column}::text AS "${field}"`;
  if (!type.startsWith("timestamptz")) return `${column} AS "${field}"`;
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${field}"`;
};

const byTrackingId = `SELECT ${responseColumns.map(published).join(", ")} FROM jobs WHERE tracking_id = $1`;

/** A recorded call in the form in which it was published; null when there is none. */
export async function findFinished(trackingId: string): Promise<FinishedJob | null> {
  const [finished] = await sql<FinishedJob>("find-finished", byTrackingId, [trackingId]);
  return finished ?? null;
}

const keepResponse = `UPDATE idempotency_records SET finished = $4::jsonb
  WHERE business_id = $1 AND service = $2::"Service" AND key = ANY($3::text[])
    AND tracking_id = $5 AND EXISTS (SELECT FROM condition)`;

/** Stores the data for the response. Runs in the statement that publishes the job, and only if the job is published. */
export function keepAnswer(idempotency: Idempotency, finished: FinishedJob): Statement {
  const { businessId, service, trackingId } = finished;
  const response = JSON.stringify({ ...finished, spark: undefined, marks: undefined, metadata: undefined });
  return {
    name: "keep-answer",
    text: keepResponse,
    values: [businessId, service, placesOf(idempotency), response, trackingId],
  };
}

const forgetRecord = `DELETE FROM idempotency_records
  WHERE business_id = $1 AND service = $2::"Service" AND key = ANY($3::text[]) AND tracking_id = $4`;

/** Frees the key of a failed job, so that a retry runs it again. Runs in the statement that publishes the failure. */
export const forgetClaim = ({ service, idempotency, caller, trackingId }: KeyedCall): Statement => ({
  name: "forget-claim",
  text: forgetRecord,
  values: [caller.businessId, service, placesOf(idempotency), trackingId],
});

const deleteExpired = `DELETE FROM idempotency_records WHERE ctid IN
  (SELECT ctid FROM idempotency_records WHERE expires_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes up to 1,000 keys older than 72 hours and returns how many. */
export async function sweepIdempotency(on: Sql = sql): Promise<number> {
  return (await on("sweep-idempotency", deleteExpired, [clock.now()])).length;
}
