import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { KeyMode } from "@/prisma/generated/enums";
import type { JobState, jobSchema } from "./schema";

type Described = z.input<typeof jobSchema>;

type Status = JobState | "finishing";

/** What a job does: fetch its source, prepare it, work on its parts, join them. */
export type JobStage = "fetch" | "prepare" | "work" | "finish";

/** A long job as the console shows it. Amounts are thousandths of a đồng as text. */
export type JobProgress = Omit<Described, "status" | "chargeVnd" | "languageCode" | "resultUrl" | "metadata"> & {
  status: Status;
  mode: KeyMode;
  /** The name of its file; null of a text, and once that is no longer stored. */
  name: string | null;
  sizeBytes: number;
  chargedMilli: string;
  /** What the whole will cost; null while unknown. */
  totalMilli: string | null;
  /** Null once it has ended. */
  stage: JobStage | null;
  parts: number | null;
  partsDone: number | null;
  /** Why a step is tried again. */
  retriedFor: string | null;
};

/** What a list has of a job that is not in the history yet. */
export type UnfinishedJob = Pick<
  JobProgress,
  "jobId" | "kind" | "name" | "modelId" | "progress" | "secondsLeft" | "status" | "resultCode" | "createdAt"
>;

/** Those in which a job still works, or waits to. */
export const isUnfinished = ({ status }: Pick<JobProgress, "status">): boolean =>
  status === "queued" || status === "running" || status === "paused" || status === "finishing";

const everyMs = 3000;

/** The message of the error for a job that the reader cannot see. */
export const missingJob = "jobs: status 404";

async function load<Data>(path: string, signal: AbortSignal): Promise<Data> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`jobs: status ${response.status}`);
  return (await response.json()) as Data;
}

/** Polled until the job has ended. */
export const jobQuery = (businessSlug: string, jobId: string) =>
  queryOptions({
    queryKey: ["job", businessSlug, jobId],
    queryFn: ({ signal }) => load<JobProgress>(`/api/console/${businessSlug}/jobs/${jobId}`, signal),
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data) ? everyMs : false),
  });

/** Polled while there are any. */
export const unfinishedJobsQuery = (businessSlug: string) =>
  queryOptions({
    queryKey: ["unfinished-jobs", businessSlug],
    queryFn: ({ signal }) => load<UnfinishedJob[]>(`/api/console/${businessSlug}/jobs`, signal),
    refetchInterval: ({ state: { data } }) => (data && data.length > 0 ? everyMs : false),
  });
