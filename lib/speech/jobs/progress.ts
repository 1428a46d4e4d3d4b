import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { enginesReady } from "@/lib/engines/catalogue";
import { knownPrice } from "@/lib/money/prices/find";
import { quote } from "@/lib/money/prices/quote";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { readRecognized } from "@/lib/speech/content";
import { findJobById } from "@/lib/speech/history/list";
import { cancelLongJob, describeLongJob, isOpen, type LongJob } from "./jobs";
import type { JobProgress, JobStage, UnfinishedJob } from "./queries";
import { mostOpenJobs } from "./schema";
import { readWanted } from "./wanted";

/** The jobs of the member's business in this region that are not in the history yet, the oldest first. Throws FORBIDDEN. */
export async function listUnfinishedJobs(member: Member): Promise<UnfinishedJob[]> {
  requirePermission(member, "history:read");
  const { businessId } = member;
  const found = await db.longJob.findMany({
    where: { businessId, region: env.VANG_REGION, recordedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: 2 * mostOpenJobs,
  });
  const describe = async (job: LongJob) => {
    const { jobId, kind, modelId, progress, secondsLeft, resultCode, createdAt } = describeLongJob(job);
    const [name, status] = [await nameOf(job), statusOf(job)];
    return { jobId, kind, name, modelId, progress, secondsLeft, resultCode, createdAt, status };
  };
  return Promise.all(found.map(describe));
}

/**
 * How far a long job of the member's business is, also once it has ended. Throws FORBIDDEN, and NOT_FOUND for an unknown
 * one, one of another business or region, and a request that was no long job.
 */
export async function getJobProgress(member: Member, jobId: string): Promise<JobProgress> {
  requirePermission(member, "history:read");
  const job = await findOwn(member, jobId);
  const { chargeVnd, languageCode, resultUrl, metadata, ...described } = describeLongJob(job);
  const [steps, name, totalMilli] = await Promise.all([readSteps(job), nameOf(job), expectedPrice(job)]);
  return {
    ...described,
    ...steps,
    name,
    status: statusOf(job),
    mode: job.mode,
    sizeBytes: Number(job.sizeBytes),
    chargedMilli: String(job.state === "failed" ? 0n : job.amountMilli),
    totalMilli,
  };
}

/** Ends a job of the member's business; what was finished of it is charged and kept. Throws as `getJobProgress` does. */
export async function cancelOwnJob(member: Member, jobId: string): Promise<void> {
  requirePermission(member, "speech:use");
  await cancelLongJob(await findOwn(member, jobId), jobId);
}

async function findOwn({ businessId }: Member, id: string): Promise<LongJob> {
  const isOurs = isId("stt", id) || isId("tts", id);
  const job = isOurs ? await db.longJob.findFirst({ where: { id, businessId, region: env.VANG_REGION } }) : null;
  if (!job) throw new AppError("NOT_FOUND");
  return job;
}

/** One that has ended is `finishing` until the history has it. */
const statusOf = (job: LongJob): JobProgress["status"] =>
  isOpen(job) || job.recordedAt !== null ? (job.state as "queued") : "finishing";

const countSteps = `
  SELECT bool_or(kind = 'fetch' AND NOT is_done) AS "isFetching", bool_or(kind = 'prepare' AND NOT is_done) AS "isPreparing",
    count(*) FILTER (WHERE kind = 'chunk')::int AS parts, count(*) FILTER (WHERE kind = 'chunk' AND is_done)::int AS "partsDone",
    (array_agg(last_error ORDER BY due_at) FILTER (
      WHERE NOT is_done AND last_error IS NOT NULL AND (leased_until IS NULL OR leased_until <= now())))[1] AS "retriedFor"
  FROM long_job_steps WHERE job_id = $1`;

type Counted = {
  isFetching: boolean;
  isPreparing: boolean;
  parts: number;
  partsDone: number;
  retriedFor: string | null;
};

async function readSteps(job: LongJob): Promise<Pick<JobProgress, "stage" | "parts" | "partsDone" | "retriedFor">> {
  const [steps] = job.recordedAt === null ? await sql<Counted>("count-job-steps", countSteps, [job.id]) : [];
  if (!steps) return { stage: null, parts: null, partsDone: null, retriedFor: null };
  const { isFetching, isPreparing, parts, partsDone, retriedFor } = steps;
  const stage: JobStage = isFetching ? "fetch" : isPreparing ? "prepare" : partsDone < parts ? "work" : "finish";
  const isCounted = stage === "work" || stage === "finish";
  return {
    stage,
    parts: isCounted ? parts : null,
    partsDone: isCounted ? partsDone : null,
    // What waits for credit is paused, and says so.
    retriedFor: job.state === "running" ? retriedFor : null,
  };
}

/** What the whole costs once its length is known; null before, and of a price that this process has not read. */
async function expectedPrice(job: LongJob): Promise<string | null> {
  const units = job.service === "tts" ? job.characters : job.totalUnits;
  if (units === null || job.recordedAt !== null) return null;
  await enginesReady();
  const price = knownPrice(job.priceId);
  return price ? String(job.mode === "test" ? 0n : quote(price, units)) : null;
}

/** The name of its file, as long as that is stored. */
async function nameOf(job: LongJob): Promise<string | null> {
  if (job.service === "tts" || job.keepsNothing) return null;
  const wanted = job.requestObject === null ? null : await readWanted(job).catch(() => null);
  if (wanted) return wanted.fileName;
  const recorded = await findJobById(job.businessId, job.id);
  return (recorded && (await readRecognized(recorded))?.fileName) ?? null;
}
