import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { findModel } from "@/lib/engines/catalogue";
import { findFinished, findRecords, isRunning } from "./claim";
import type { WantedRun } from "./schema";

/** What became of a run of the playground. `none`: no job has its key, or its process died. */
export type FoundRun =
  | { status: "none" }
  | { status: "running"; trackingId: string }
  | { status: "failed"; trackingId: string; code: string; requestId: string | null }
  | { status: "completed"; trackingId: string; chargeMilli: string; resultCode: string | null; engine: string | null };

/**
 * The run of a page under its Idempotency-Key. A failed one has given its key up: it is found by its tracking ID. Reads
 * only rows of the member's business, and records nothing. Throws FORBIDDEN.
 */
export async function findRun(member: Member, { service, key, trackingId }: WantedRun): Promise<FoundRun> {
  requirePermission(member, "speech:use");
  const [known] = await findRecords(service, member.businessId, [key]);
  let finished = known?.finished ?? null;
  const runId = known?.trackingId ?? trackingId;
  if (!finished && runId !== undefined) {
    const job = await findFinished(runId);
    if (job?.businessId === member.businessId) finished = job;
  }
  if (!finished)
    return known && isRunning(known) ? { status: "running", trackingId: known.trackingId } : { status: "none" };

  const { status, resultCode, requestId, amountMilli, modelId } = finished;
  if (status === "failed")
    return { status, trackingId: finished.trackingId, code: resultCode ?? "INTERNAL", requestId };
  const engine = findModel(modelId)?.engine ?? null;
  return { status, trackingId: finished.trackingId, chargeMilli: amountMilli, resultCode, engine };
}
