import "server-only";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import { knownPrice } from "@/lib/money/prices/find";
import { clock } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { requireMadeHere } from "@/lib/platform/regions";
import type { Metadata } from "@/lib/speech/metadata";
import { describeResult } from "@/lib/speech/result-message";
import type { Service } from "@/prisma/generated/enums";
import type { LongJobModel as LongJob } from "@/prisma/generated/models";
import type { JobState, jobListSchema, jobSchema } from "./schema";

export type { LongJob };

/** Those in which a job still works, or waits to. */
export const openStates: readonly JobState[] = ["queued", "running", "paused"];

export const isOpen = ({ state }: Pick<LongJob, "state">): boolean => openStates.includes(state as JobState);

type Owner = Pick<Caller, "businessId" | "mode">;

/** Throws RESULT_NOT_FOUND for an unknown job, one of another business or mode, and WRONG_REGION. */
export async function findLongJob({ businessId, mode }: Owner, id: string): Promise<LongJob> {
  const isOurs = isId("stt", id) || isId("tts", id);
  const job = isOurs ? await db.longJob.findFirst({ where: { id, businessId, mode } }) : null;
  if (!job) throw new AppError("RESULT_NOT_FOUND", { param: "id" });
  requireMadeHere(job.region, "id");
  return job;
}

type ListWanted = { status?: JobState; services?: readonly Service[]; limit: number; cursor?: string };

/** The jobs of a business, the newest first. */
export async function listLongJobs(
  { businessId, mode }: Owner,
  { status, services, limit, cursor }: ListWanted,
): Promise<z.input<typeof jobListSchema>> {
  const found = await db.longJob.findMany({
    where: {
      businessId,
      mode,
      region: env.VANG_REGION,
      ...afterCursor(cursor),
      ...(status && { state: status }),
      ...(services && { service: { in: [...services] } }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const { rows, next } = cutPage(found, limit);
  return { jobs: rows.map(describeLongJob), next };
}

/**
 * Ends a job: what was finished of it is charged and kept, and nothing more is done. One that has ended stays as it is.
 * Throws as `findLongJob`.
 */
export async function cancelLongJob(owner: Owner, id: string): Promise<LongJob> {
  await findLongJob(owner, id);
  await db.longJob.updateMany({
    where: { id, state: { in: [...openStates] } },
    data: { state: "canceled", resultCode: "JOB_CANCELED", endedAt: clock.now() },
  });
  return findLongJob(owner, id);
}

/** What the API says of a job. */
export function describeLongJob(job: LongJob): z.input<typeof jobSchema> {
  const { state, totalMs, doneMs, service } = job;
  const isRead = job.recordedAt !== null && state !== "failed";
  return {
    jobId: job.id,
    kind: service,
    status: state as JobState,
    progress: state === "succeeded" ? 1 : Math.round(shareDone(job) * 1000) / 1000,
    secondsDone: doneMs / 1000,
    secondsTotal: totalMs === null ? null : totalMs / 1000,
    secondsLeft: timeLeft(job),
    charactersDone: service === "tts" ? job.charactersDone : null,
    charactersTotal: job.characters,
    chargeVnd: state === "failed" ? 0 : Number(job.amountMilli) / 1000,
    modelId: job.modelId,
    voiceId: job.voiceId,
    languageCode: job.languageCode,
    fromJobId: job.fromJobId,
    resultCode: job.resultCode,
    ...describeResult(job.resultCode),
    resultUrl: isRead ? `${env.url}/${service}/jobs?id=${job.id}` : null,
    metadata: job.metadata as Metadata | null,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
  };
}

/** The part of a recording, or of a text, that is done, from 0 to 1. */
function shareDone({ totalMs, doneMs, characters, charactersDone }: LongJob): number {
  if (characters !== null) return characters === 0 ? 0 : charactersDone / characters;
  return totalMs ? doneMs / totalMs : 0;
}

/** By the pace so far; null before there is one. */
function timeLeft(job: LongJob): number | null {
  const share = shareDone(job);
  if (job.state !== "running" || !job.startedAt || share === 0) return null;
  const passedMs = +clock.now() - +job.startedAt;
  return Math.ceil(((passedMs / share) * (1 - share)) / 1000);
}

/** When a client that asks how far a job is should ask again, in seconds. */
export const askAgainSeconds = (job: LongJob): number =>
  Math.min(30, Math.max(2, Math.round((timeLeft(job) ?? 50) / 10)));

/** The price that applied when the job was created. Prices were read before: `findModelPrice`. */
export function priceOf({ priceId }: Pick<LongJob, "priceId">) {
  const price = knownPrice(priceId);
  if (!price) throw new Error(`price ${priceId} is not known`);
  return price;
}
