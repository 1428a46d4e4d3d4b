import "server-only";
import { clock } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db, sql, transaction } from "@/lib/platform/db";
import { extensionFor } from "@/lib/speech/content";
import { fetchInto } from "@/lib/speech/uploads/fetch";
import { addMoment, momentNow } from "../moments";
import { leaseOf, type Step } from "../step";
import { readWanted } from "../wanted";

/** Reads the recording of a job from its URL into the job's upload. Throws as `fetchInto`. */
export async function fetchRecording(step: Step, signal: AbortSignal): Promise<void> {
  const { jobId } = step;
  const job = await db.longJob.findUniqueOrThrow({ where: { id: jobId } });
  const { sourceUrl } = await readWanted(job);
  if (!sourceUrl) throw new Error("a job to fetch has no URL");
  const { id } = await db.storedUpload.findUniqueOrThrow({ where: { jobId }, select: { id: true } });
  await sql("begin-fetch", "UPDATE long_jobs SET state = 'running' WHERE id = $1 AND state = 'queued'", [jobId]);
  const requireNeeded = async () => {
    if ((await db.longJob.count({ where: { id: jobId, state: "running" } })) === 0)
      throw new Error("the job was canceled");
  };
  const sizeBytes = await fetchInto(id, sourceUrl, {
    writer: newToken(),
    signal,
    extension: extensionFor(job, "bin"),
    requireNeeded,
  });
  await transaction(async (on) => {
    const fetched = await on("fetched", becomePrepare, [...leaseOf(step), clock.now()]);
    if (fetched.length === 0) throw new Error("another worker has this step");
    await on("size-job", sized, [jobId, sizeBytes, momentNow({ kind: "fetched", sizeBytes })]);
    await on("size-upload", "UPDATE stored_uploads SET size_bytes = received_bytes WHERE id = $1", [id]);
  });
}

const sized = `UPDATE long_jobs SET size_bytes = $2, ${addMoment("$3")} WHERE id = $1`;

const becomePrepare = `UPDATE long_job_steps
  SET kind = 'prepare', attempts = 0, lease_owner = NULL, leased_until = NULL, last_error = NULL, due_at = $5
  WHERE job_id = $1 AND number = $2 AND lease_owner = $3 AND attempts = $4 AND NOT is_done RETURNING 1 AS one`;
