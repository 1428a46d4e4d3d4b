import "server-only";
import { quote } from "@/lib/money/prices/quote";
import { hasTestAudio } from "@/lib/money/wallet/allowances";
import { holdCredit, releaseHold } from "@/lib/money/wallet/holds";
import { captureHolds } from "@/lib/money/wallet/settle";
import { minutes } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import type { NewObject } from "@/lib/platform/objects/store";
import { extensionFor } from "@/lib/speech/content";
import { type LongJob, priceOf } from "./jobs";
import { momentNow } from "./moments";
import { doneStatement, leaseOf, type Step } from "./step";

/** How long making a part may take. Its hold lives a little longer. */
export const budgetMs = minutes(4);
const holdMs = minutes(5);

/** The result of a part, how long its sound is, and the characters that it read. */
export type MadeChunk = { result: NewObject; ms: number; characters?: number };

/**
 * Makes a part of a job: its price is held, and charged when its result is stored. A worker that dies has charged nothing;
 * the hold of its attempt is released when it expires. A test key is charged nothing. Throws INSUFFICIENT_CREDIT,
 * SPEND_CAP_REACHED, TOO_MANY_ATTEMPTS, and what `make` throws.
 */
export async function chargeChunk(
  step: Step,
  job: LongJob,
  { units: wholeUnits, make }: { units: number; make: () => Promise<MadeChunk> },
): Promise<void> {
  const units = job.mode === "test" ? 0 : wholeUnits;
  const amountMilli = quote(priceOf(job), units);
  const trackingId = `${job.id}.${step.number}.${step.attempts}`;
  await begin(job, { trackingId, units, amountMilli });
  failpoint("chunk-held");

  let resultObject: string | null = null;
  try {
    const { result, ms, characters = 0 } = await make();
    resultObject = await objectStore().put(result.bytes, extensionFor(job, result.extension));
    failpoint("chunk-stored");
    await transaction(async (on) => {
      // A job that was canceled meanwhile, or a lease that was lost, charges nothing.
      const continued = momentNow({ kind: "continued" });
      const counted = await on("count-chunk", count, [job.id, units, amountMilli, ms, characters, continued]);
      const done = await on("chunk-done", doneStatement(", result_object = $5"), [...leaseOf(step), resultObject]);
      if (counted.length === 0 || done.length === 0) throw new LeaseLost();
      const isCharged = amountMilli === 0n || (await captureHolds(on, [{ trackingId, amountMilli, units }])) === 1;
      if (!isCharged) throw new AppError("OVERLOADED");
    });
  } catch (error) {
    if (resultObject)
      await objectStore()
        .delete(resultObject)
        .catch(() => undefined);
    if (amountMilli > 0n)
      await releaseHold(trackingId).catch((failure: Error) =>
        log.warn({ trackingId, reason: failure.message }, "a hold is left to the reaper"),
      );
    if (error instanceof LeaseLost) return;
    throw error;
  }
  failpoint("chunk-charged");
}

/** The job was canceled, or another worker has the step. */
class LeaseLost extends Error {}

const count = `UPDATE long_jobs SET units = units + $2, amount_milli = amount_milli + $3, done_ms = done_ms + $4,
    characters_done = characters_done + $5, state = 'running', result_code = NULL,
    moments = CASE WHEN state = 'paused' THEN moments || $6::jsonb ELSE moments END
  WHERE id = $1 AND state IN ('queued', 'running', 'paused') RETURNING 1 AS one`;

type Cost = { trackingId: string; units: number; amountMilli: bigint };

async function begin(job: LongJob, { trackingId, units, amountMilli }: Cost): Promise<void> {
  const { businessId, keyId, priceId } = job;
  if (job.mode === "test" && !(await hasTestAudio(businessId))) throw new AppError("TOO_MANY_ATTEMPTS");
  if (amountMilli > 0n)
    await holdCredit({ businessId, keyId, trackingId, amountMilli, priceId, units, expiresInMs: holdMs });
}
