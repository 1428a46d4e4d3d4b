import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { Metadata } from "@/lib/speech/metadata";
import type { JobGetPayload } from "@/prisma/generated/models";
import { withMetadata } from "./by-metadata";
import { matching } from "./filter";
import type { HistoryFilter } from "./schema";

const summary = {
  trackingId: true,
  keyId: true,
  keyHint: true,
  mode: true,
  api: true,
  keepsNothing: true,
  service: true,
  region: true,
  status: true,
  resultCode: true,
  modelId: true,
  voiceId: true,
  characters: true,
  audioObject: true,
  contentObject: true,
  deletedAt: true,
  amountMilli: true,
  audioDuration: true,
  processingTimeMs: true,
  spark: true,
  createdAt: true,
  expiresAt: true,
} as const;

/** What no reader of one job needs. */
const unread = { businessId: true, marks: true, ingestedAt: true, erasedAt: true, inputErasedAt: true } as const;

export type JobSummary = JobGetPayload<{ select: typeof summary }>;
export type JobDetail = JobGetPayload<{ omit: typeof unread }>;

/** `next` is the cursor of the following page; null on the last one. */
export type JobPage<Job = JobSummary> = { jobs: Job[]; next: string | null };

export type Wanted = { cursor?: string; limit?: number; filter?: HistoryFilter; metadata?: Metadata };

/** The business's calls that match `filter`, newest first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listJobs(member: Member, wanted: Wanted = {}): Promise<JobPage> {
  requirePermission(member, "history:read");
  return findJobPage(member.businessId, wanted);
}

/** As `listJobs`, for a business whose reader has been checked, with all fields. */
export async function findJobPage(
  businessId: string,
  { cursor, limit = 30, filter = {}, metadata }: Wanted,
): Promise<JobPage<JobDetail>> {
  const rows = await db.job.findMany({
    where: {
      businessId,
      AND: [
        await matching(businessId, filter),
        metadata ? await withMetadata(businessId, metadata) : {},
        afterCursor(cursor, { id: "trackingId" }),
      ],
    },
    orderBy: [{ createdAt: "desc" }, { trackingId: "desc" }],
    omit: unread,
    take: limit + 1,
  });
  const { rows: jobs, next } = cutPage(rows, limit, ({ createdAt, trackingId }) => ({ createdAt, id: trackingId }));
  return { jobs: jobs.map(forMembers), next };
}

/** One call of the business. Throws NOT_FOUND, also for another business's call. */
export async function getJob(member: Member, trackingId: string): Promise<JobDetail> {
  requirePermission(member, "history:read");
  const job = await findJobById(member.businessId, trackingId);
  if (!job) throw new AppError("NOT_FOUND");
  return job;
}

/** As `getJob`, for a reader who has been checked; null for a call that the business does not have. */
export async function findJobById(businessId: string, trackingId: string): Promise<JobDetail | null> {
  const mayExist = isId("tts", trackingId) || isId("stt", trackingId);
  const job = mayExist ? await db.job.findFirst({ where: { trackingId, businessId }, omit: unread }) : null;
  return job && forMembers(job);
}

/** Of a job of which nothing is kept, members see nothing either while its client fetches the result. */
const forMembers = (job: JobDetail): JobDetail =>
  job.keepsNothing ? { ...job, audioObject: null, contentObject: null, inputObject: null } : job;
