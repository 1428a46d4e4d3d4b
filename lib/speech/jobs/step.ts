import "server-only";
import { clock } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";

/** The number of a job's last step, which finishes it. */
export const lastNumber = 1_000_000;

/** A step that this process has leased. Owner and attempt identify the lease. */
export type Step = {
  jobId: string;
  service: "tts" | "stt";
  number: number;
  kind: "fetch" | "prepare" | "chunk" | "finish";
  fromMs: number | null;
  toMs: number | null;
  inputObject: string | null;
  attempts: number;
  owner: string;
};

/** The lease of a step: the values of `doneStatement`. */
export const leaseOf = ({ jobId, number, owner, attempts }: Step) => [jobId, number, owner, attempts];

/** SQL: the attempt that has the lease, `$1` to `$4`, has done its step. `also` sets further columns. Returns a row if so. */
export const doneStatement = (also = "") => `
  UPDATE long_job_steps SET is_done = true, leased_until = NULL, last_error = NULL${also}
  WHERE job_id = $1 AND number = $2 AND lease_owner = $3 AND attempts = $4 AND NOT is_done RETURNING 1 AS one`;

const start = `UPDATE long_jobs SET state = 'running', started_at = coalesce(started_at, $2) 
  WHERE id = $1 AND state IN ('queued', 'running')`;

/** Marks a job as begun, and returns when that was. */
export async function startJob(jobId: string): Promise<Date> {
  const now = clock.now();
  await sql("start-job", start, [jobId, now]);
  return now;
}

/**
 * Ends the step that prepares a job, whose upload has been read by then. `resultObject` is deleted with the job's parts.
 * Throws if another worker has the step.
 */
export async function endPreparation(on: Sql, step: Step, resultObject: string | null = null): Promise<void> {
  const done = await on("prepared", doneStatement(", result_object = $5"), [...leaseOf(step), resultObject]);
  if (done.length === 0) throw new Error("another worker has this step");
  const endUpload = "UPDATE stored_uploads SET expires_at = $2 WHERE job_id = $1";
  await on("end-job-upload", endUpload, [step.jobId, clock.now()]);
}
