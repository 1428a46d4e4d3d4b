import "server-only";
import { clock, hours } from "@/lib/clock";
import { type Sql, sql, transaction } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { failpoint } from "@/lib/failpoint";
import { requireMadeHere } from "@/lib/regions/regions";
import type { SpeechFinished } from "@/lib/speech/finished";
import { holdCredit, type NewHold } from "@/lib/wallet/holds";
import { findFinished } from "./recorded";
import type { Idempotency } from "./schema";

/** How long a key names its first call. */
const keptMs = hours(72);

export type Claim = { service: "tts" | "stt"; idempotency: Idempotency; hold: NewHold };

type Known = { fingerprint: string; trackingId: string; finished: SpeechFinished | null; holdStatus: string | null };

const insert = `
  INSERT INTO idempotency_records AS r (business_id, service, key, fingerprint, tracking_id, created_at, expires_at)
  VALUES ($1, $2::"Service", $3, $4, $5, $6, $7)
  ON CONFLICT (business_id, service, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, tracking_id = excluded.tracking_id, finished = NULL,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE r.expires_at <= excluded.created_at OR r.tracking_id = $8::text
  RETURNING 1 AS claimed`;

const find = `
  SELECT r.fingerprint, r.tracking_id AS "trackingId", r.finished, h.status AS "holdStatus"
  FROM idempotency_records r LEFT JOIN holds h USING (tracking_id)
  WHERE r.business_id = $1 AND r.service = $2::"Service" AND r.key = $3`;

/**
 * Takes the key for this call and sets its credit aside, both or neither; null then. When the key already names a
 * finished call, answers that one, and nothing is held. A key whose call came to nothing is free again.
 * Throws IDEMPOTENCY_MISMATCH for another body, IDEMPOTENCY_RUNNING, WRONG_REGION, INSUFFICIENT_CREDIT.
 */
export async function claimOnce(claim: Claim): Promise<SpeechFinished | null> {
  if (await tryClaim(claim, null)) return null;
  const { service, idempotency, hold } = claim;
  const [known] = await sql<Known>("find-idempotency", find, [hold.businessId, service, idempotency.key]);
  if (!known) throw new Refusal("IDEMPOTENCY_RUNNING");
  if (known.fingerprint !== idempotency.fingerprint) throw new Refusal("IDEMPOTENCY_MISMATCH");
  const finished = known.finished ?? (await findFinished(known.trackingId));
  if (finished?.status === "completed") {
    requireMadeHere(finished.region);
    return finished;
  }
  if (known.holdStatus === "open" && !finished) throw new Refusal("IDEMPOTENCY_RUNNING");
  // Whoever comes second finds another trackingId there and waits for the first.
  if (await tryClaim(claim, known.trackingId)) return null;
  throw new Refusal("IDEMPOTENCY_RUNNING");
}

async function tryClaim({ service, idempotency, hold }: Claim, replaces: string | null): Promise<boolean> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + keptMs);
  const { key, fingerprint } = idempotency;
  const values = [hold.businessId, service, key, fingerprint, hold.trackingId, now, expiresAt, replaces];
  return transaction(async (sql) => {
    const claimed = await sql("claim-idempotency", insert, values);
    if (claimed.length === 0) return false;
    failpoint("claimed");
    await holdCredit(hold, sql);
    failpoint("reserved");
    return true;
  });
}

const settle = `UPDATE idempotency_records SET finished = $4::jsonb
  WHERE business_id = $1 AND service = $2::"Service" AND key = $3 AND tracking_id = $5`;

/** Keeps what the answer is made from, before it is given. */
export async function keepAnswer(key: string, finished: SpeechFinished): Promise<void> {
  const { businessId, service, trackingId } = finished;
  await sql("keep-answer", settle, [businessId, service, key, JSON.stringify(finished), trackingId]);
}

const forget = `DELETE FROM idempotency_records
  WHERE business_id = $1 AND service = $2::"Service" AND key = $3 AND tracking_id = $4`;

/** Frees the key of a call that failed: trying again runs it again. */
export async function forgetClaim({ service, idempotency, hold }: Claim): Promise<void> {
  await sql("forget-claim", forget, [hold.businessId, service, idempotency.key, hold.trackingId]);
}

const sweep = `DELETE FROM idempotency_records WHERE ctid IN
  (SELECT ctid FROM idempotency_records WHERE expires_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Forgets keys past their 72 hours, 1,000 at most, and answers how many. */
export async function sweepIdempotency(on: Sql = sql): Promise<number> {
  return (await on("sweep-idempotency", sweep, [clock.now()])).length;
}
