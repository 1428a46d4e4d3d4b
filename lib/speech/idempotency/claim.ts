import "server-only";
import { clock, hours } from "@/lib/clock";
import { type Sql, sql } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { requireMadeHere } from "@/lib/regions";
import type { SpeechFinished } from "@/lib/speech/finished";
import type { Statement } from "@/lib/statement";
import { holdCreditIf, type NewHold } from "@/lib/wallet/holds";
import { findFinished } from "./recorded";
import type { Idempotency } from "./schema";

/** How long a key names its first call. */
const keptMs = hours(72);

export type Claim = { service: "tts" | "stt"; idempotency: Idempotency; hold: NewHold };

type Known = {
  fingerprint: string;
  trackingId: string;
  finished: SpeechFinished | null;
  createdAt: Date;
  holdStatus: string | null;
};

// $1, $2 and $5 are the hold's: its business, trackingId and time.
const insert = `
  INSERT INTO idempotency_records AS r (business_id, service, key, fingerprint, tracking_id, created_at, expires_at)
  VALUES ($1, $8::"Service", $9, $10, $2, $5, $11)
  ON CONFLICT (business_id, service, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, tracking_id = excluded.tracking_id, finished = NULL,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE r.expires_at <= excluded.created_at OR r.tracking_id = $12::text`;

const find = `
  SELECT r.fingerprint, r.tracking_id AS "trackingId", r.finished, r.created_at AS "createdAt", h.status AS "holdStatus"
  FROM idempotency_records r LEFT JOIN holds h USING (tracking_id)
  WHERE r.business_id = $1 AND r.service = $2::"Service" AND r.key = $3 AND r.expires_at > $4`;

/**
 * Takes the key for this call and sets its credit aside, both or neither; null then. When the key already names a
 * finished call, answers that one, and nothing is held. A key whose call came to nothing is free again.
 * Throws IDEMPOTENCY_MISMATCH for another body, IDEMPOTENCY_RUNNING, WRONG_REGION, INSUFFICIENT_CREDIT.
 */
export async function claimOnce(claim: Claim): Promise<SpeechFinished | null> {
  if (await tryClaim(claim, null)) return null;
  const { service, idempotency, hold } = claim;
  const known = await findKnown(hold.businessId, service, idempotency.key);
  if (!known) throw new Refusal("IDEMPOTENCY_RUNNING");
  const finished = await resultOf(known, idempotency);
  if (finished) return finished;
  // Whoever comes second finds another trackingId there and waits for the first.
  if (await tryClaim(claim, known.trackingId)) return null;
  throw new Refusal("IDEMPOTENCY_RUNNING");
}

async function findKnown(businessId: string, service: "tts" | "stt", key: string): Promise<Known | undefined> {
  const [known] = await sql<Known>("find-idempotency", find, [businessId, service, key, clock.now()]);
  return known;
}

async function resultOf(known: Known, { fingerprint }: Idempotency): Promise<SpeechFinished | null> {
  if (known.fingerprint !== fingerprint) throw new Refusal("IDEMPOTENCY_MISMATCH");
  const finished = known.finished ?? (await findFinished(known.trackingId));
  if (finished?.status === "completed") {
    requireMadeHere(finished.region);
    return finished;
  }
  if (known.holdStatus === "open" && !finished) throw stillRunning(known.createdAt);
  return null;
}

/** A retry may bring a long file again: it waits as long as the job has run, within these bounds. */
const retryAfterSeconds = { least: 1, most: 15 };

function stillRunning(since: Date): Refusal {
  const ranSeconds = Math.floor((clock.now().getTime() - since.getTime()) / 1000);
  const { least, most } = retryAfterSeconds;
  return new Refusal("IDEMPOTENCY_RUNNING", { retryAfterSeconds: Math.min(most, Math.max(least, ranSeconds)) });
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

/** Keeps what the response is made from. Runs with the statement that publishes the job, and only if that does. */
export function answerKept(key: string, finished: SpeechFinished): Statement {
  const { businessId, service, trackingId } = finished;
  const values = [businessId, service, key, JSON.stringify(finished), trackingId];
  return { name: "keep-answer", text: settle, values };
}

const forget = `DELETE FROM idempotency_records
  WHERE business_id = $1 AND service = $2::"Service" AND key = $3 AND tracking_id = $4`;

/** Frees the key of a job that failed: trying again runs it again. Runs with the statement that publishes the failure. */
export const claimForgotten = ({ service, idempotency, hold }: Claim): Statement => ({
  name: "forget-claim",
  text: forget,
  values: [hold.businessId, service, idempotency.key, hold.trackingId],
});

const sweep = `DELETE FROM idempotency_records WHERE ctid IN
  (SELECT ctid FROM idempotency_records WHERE expires_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Forgets keys past their 72 hours, 1,000 at most, and answers how many. */
export async function sweepIdempotency(on: Sql = sql): Promise<number> {
  return (await on("sweep-idempotency", sweep, [clock.now()])).length;
}
