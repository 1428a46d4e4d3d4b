import "server-only";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { findModel } from "@/lib/engines/catalogue";
import { findRecords, isRunning } from "./claim";
import { findFinished } from "./recorded";
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
  const finished = known?.finished ?? (await findOwn(member, known?.trackingId ?? trackingId));
  if (finished) return describeRun(finished);
  return known && isRunning(known) ? { status: "running", trackingId: known.trackingId } : { status: "none" };
}

async function findOwn({ businessId }: Member, trackingId: string | undefined): Promise<FinishedJob | null> {
  const job = trackingId === undefined ? null : await findFinished(trackingId);
  return job?.businessId === businessId ? job : null;
}

function describeRun({ trackingId, status, resultCode, requestId, amountMilli, modelId }: FinishedJob): FoundRun {
  if (status === "failed") return { status, trackingId, code: resultCode ?? "INTERNAL", requestId };
  const engine = findModel(modelId)?.engine ?? null;
  return { status, trackingId, chargeMilli: amountMilli, resultCode, engine };
}
