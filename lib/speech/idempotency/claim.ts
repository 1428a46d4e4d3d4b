import "server-only";
import { clock, hours, minutes } from "@/lib/clock";
import { type Sql, sql } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { requireMadeHere } from "@/lib/regions";
import type { SpeechFinished } from "@/lib/speech/finished";
import type { Statement } from "@/lib/statement";
import { holdCredit, holdCreditIf, type NewHold } from "@/lib/wallet/holds";
import { findFinished } from "./recorded";
import type { Idempotency } from "./schema";

/** How long a key is valid after its first call. */
const keptMs = hours(72);

export type Claim = { service: "tts" | "stt"; idempotency: Idempotency; hold: NewHold };

type Known = {
  fingerprint: string;
  trackingId: string;
  finished: SpeechFinished | null;
  createdAt: Date;
  holdStatus: string | null;
};

// $1, $2 and $5 are the hold's business, tracking ID and time.
const insert = `
  INSERT INTO idempotency_records AS r (business_id, service, key, fingerprint, tracking_id, created_at, expires_at)
  VALUES ($1, $10::"Service", $11, $12, $2, $5, $13)
  ON CONFLICT (business_id, service, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, tracking_id = excluded.tracking_id, finished = NULL,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE r.expires_at <= excluded.created_at OR r.tracking_id = $14::text`;

const find = `
  SELECT r.fingerprint, r.tracking_id AS "trackingId", r.finished, r.created_at AS "createdAt", h.status AS "holdStatus"
  FROM idempotency_records r LEFT JOIN holds h USING (tracking_id)
  WHERE r.business_id = $1 AND r.service = $2::"Service" AND r.key = $3 AND r.expires_at > $4`;

/**
 * Claims the key for this call and holds its credit, both or neither, and returns null. When the key's call has
 * finished, returns that one and holds nothing. The key of a failed call can be claimed again. Throws
 * IDEMPOTENCY_MISMATCH for another body, IDEMPOTENCY_RUNNING, WRONG_REGION, INSUFFICIENT_CREDIT.
 */
export async function claimOnce(claim: Claim): Promise<SpeechFinished | null> {
  if (await tryClaim(claim, null)) return null;
  const { service, idempotency, hold } = claim;
  const known = await findKnown(hold.businessId, service, idempotency.key);
  if (!known) throw new AppError("IDEMPOTENCY_RUNNING");
  const finished = await resultOf(known, idempotency).catch((error: unknown) => {
    // Two equal requests at once: the second is a job of its own, and a repeat gets the result of the first.
    if (idempotency.repeats === "first" && isRunning(error)) return "running" as const;
    throw error;
  });
  if (finished === "running") {
    await holdCredit(hold);
    return null;
  }
  if (finished && isRepeat(idempotency, known)) return finished;
  // Of two concurrent retries, the second finds a new tracking ID here and waits for the first.
  if (await tryClaim(claim, known.trackingId)) return null;
  throw new AppError("IDEMPOTENCY_RUNNING");
}

const isRunning = (error: unknown) => error instanceof AppError && error.code === "IDEMPOTENCY_RUNNING";

/** Clients repeat a request by themselves within minutes; what comes later is a new one. */
const repeatedMs = minutes(15);

const isRepeat = ({ repeats }: Idempotency, { createdAt }: Known): boolean =>
  repeats === undefined || (repeats === "again" && clock.now().getTime() - createdAt.getTime() < repeatedMs);

async function findKnown(businessId: string, service: "tts" | "stt", key: string): Promise<Known | undefined> {
  const [known] = await sql<Known>("find-idempotency", find, [businessId, service, key, clock.now()]);
  return known;
}

async function resultOf(known: Known, idempotency: Idempotency): Promise<SpeechFinished | null> {
  if (known.fingerprint !== idempotency.fingerprint) throw new AppError("IDEMPOTENCY_MISMATCH");
  const finished = known.finished ?? (await findFinished(known.trackingId));
  if (finished?.status === "completed") {
    // One that is run again may have run elsewhere before.
    if (isRepeat(idempotency, known)) requireMadeHere(finished.region);
    return finished;
  }
  if (known.holdStatus === "open" && !finished) throw stillRunning(known.createdAt);
  return null;
}

/**
 * Bounds for Retry-After, which otherwise equals how long the job has been running, since a retry may upload a long
 * file again.
 */
const retryAfterSeconds = { least: 1, most: 15 };

function stillRunning(since: Date): AppError {
  const ranSeconds = Math.floor((clock.now().getTime() - since.getTime()) / 1000);
  const { least, most } = retryAfterSeconds;
  return new AppError("IDEMPOTENCY_RUNNING", { retryAfterSeconds: Math.min(most, Math.max(least, ranSeconds)) });
}

async function tryClaim(claim: Claim, replaces: string | null): Promise<boolean> {
  const { service, idempotency, hold } = claim;
  const expiresAt = new Date(clock.now().getTime() + keptMs);
  const values = [service, idempotency.key, idempotency.fingerprint, expiresAt, replaces];
  const { isMet, rejection } = await holdCreditIf({ name: "claim-and-hold", text: insert, values }, hold);
  if (!isMet) return false;
  if (!rejection) return true;
  const { name, text, values: of } = claimForgotten(claim);
  await sql(name, text, of);
  throw rejection;
}

const settle = `UPDATE idempotency_records SET finished = $4::jsonb
  WHERE business_id = $1 AND service = $2::"Service" AND key = $3 AND tracking_id = $5
    AND EXISTS (SELECT FROM condition)`;

/** Stores the data for the response. Runs in the statement that publishes the job, and only if the job is published. */
export function answerKept(key: string, finished: SpeechFinished): Statement {
  const { businessId, service, trackingId } = finished;
  const values = [businessId, service, key, JSON.stringify(finished), trackingId];
  return { name: "keep-answer", text: settle, values };
}

const forget = `DELETE FROM idempotency_records
  WHERE business_id = $1 AND service = $2::"Service" AND key = $3 AND tracking_id = $4`;

/**
 * Releases the key of a failed job, so that a retry runs it again. Runs in the statement that publishes the failure.
 */
export const claimForgotten = ({ service, idempotency, hold }: Claim): Statement => ({
  name: "forget-claim",
  text: forget,
  values: [hold.businessId, service, idempotency.key, hold.trackingId],
});

const sweep = `DELETE FROM idempotency_records WHERE ctid IN
  (SELECT ctid FROM idempotency_records WHERE expires_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes up to 1,000 keys older than 72 hours and returns how many. */
export async function sweepIdempotency(on: Sql = sql): Promise<number> {
  return (await on("sweep-idempotency", sweep, [clock.now()])).length;
}
