import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { responseColumns } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import { clock, minutes } from "@/lib/platform/clock";
import { hot, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId, timeOf } from "@/lib/platform/ids";
import { objectStore } from "@/lib/platform/objects/open";
import { requireMadeHere } from "@/lib/platform/regions";
import type { JobDetail } from "./list";

/** A recorded job with all that responses need. */
export type Result = Omit<JobDetail, "spark">;

const columns = responseColumns.map(({ field, column }) => `${column} AS "${field}"`);

const find = `
  SELECT ${columns}, deleted_at AS "deletedAt"
  FROM jobs WHERE tracking_id = $1 AND business_id = $2 AND service = $3::"Service" AND mode = $4::"KeyMode"`;

/** A call is recorded a moment after its response, so a lookup retries for calls this recent. */
const latelyMs = minutes(1);
const pausesMs = [50, 100, 200, 400, 800];

/**
 * Throws RESULT_NOT_FOUND for unrecorded, unknown, other businesses' and the other mode's calls alike (after 1.5 s for
 * an ID of the last minute), WRONG_REGION, RESULT_FAILED, and RESULT_EXPIRED once deleted. `param` names the request's
 * field.
 */
export async function findJob(
  caller: Pick<Caller, "businessId" | "mode">,
  service: "tts" | "stt",
  trackingId: string,
  param = "id",
): Promise<Result> {
  const job = await look(caller, service, trackingId);
  if (!job) throw new AppError("RESULT_NOT_FOUND", { param });
  requireMadeHere(job.region, param);
  if (job.status === "failed") {
    const values = { failure: job.resultCode ?? "INTERNAL" };
    throw new AppError("RESULT_FAILED", { param, message: "api.callFailed", values });
  }
  if (job.deletedAt) throw new AppError("RESULT_EXPIRED", { param });
  if (job.keepsNothing && !(await isStillThere(job))) throw notKept(param);
  return job;
}

/** Of a result of which nothing is kept, whether it is still to be fetched. */
async function isStillThere({ audioObject, contentObject, expiresAt }: Result): Promise<boolean> {
  const object = audioObject ?? contentObject;
  return object !== null && expiresAt > clock.now() && (await objectStore().open(object)) !== null;
}

/** The error for a result of which nothing was kept, and was not to be. */
export const notKept = (param?: string): AppError =>
  new AppError("RESULT_EXPIRED", { param, message: "api.notKept", headers: { "x-retention": "none" } });

/** The row of a call, for which it waits up to 1.5 s. */
export async function look(
  caller: Pick<Caller, "businessId" | "mode">,
  service: "tts" | "stt",
  trackingId: string,
): Promise<Result | undefined> {
  if (!isId(service, trackingId)) return undefined;
  const isNew = Date.now() - timeOf(trackingId).getTime() < latelyMs;
  for (const pauseMs of isNew ? [0, ...pausesMs] : [0]) {
    if (pauseMs) await sleep(pauseMs);
    const [job] = await sql<Result>("find-result", find, [trackingId, caller.businessId, service, caller.mode], hot);
    if (job) return job;
  }
}
