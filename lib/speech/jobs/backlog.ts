import "server-only";
import { clock, minutes } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** The long jobs of this region that have not ended. `stuck`: those with a step that failed three times or more. */
export type LongJobBacklog = {
  queued: number;
  running: number;
  paused: number;
  stuck: number;
  /** How long the oldest one has waited to begin. */
  oldestQueuedSeconds: number;
};

const select = `
  SELECT count(*) FILTER (WHERE state = 'queued')::int AS queued, count(*) FILTER (WHERE state = 'running')::int AS running,
    count(*) FILTER (WHERE state = 'paused')::int AS paused,
    count(*) FILTER (WHERE EXISTS (
      SELECT FROM long_job_steps s WHERE s.job_id = j.id AND NOT s.is_done AND s.attempts > 3))::int AS stuck,
    coalesce(extract(epoch FROM $2 - min(created_at) FILTER (WHERE state = 'queued')), 0)::float8 AS "oldestQueuedSeconds"
  FROM long_jobs j WHERE region = $1 AND recorded_at IS NULL`;

export async function longJobBacklog(): Promise<LongJobBacklog> {
  const [found] = await sql<LongJobBacklog>("long-job-backlog", select, [env.VANG_REGION, clock.now()]);
  return found ?? { queued: 0, running: 0, paused: 0, stuck: 0, oldestQueuedSeconds: 0 };
}

/** A job that has not ended, with the step of it that was tried most often. */
export type OpenJob = {
  id: string;
  business: string;
  kind: "tts" | "stt";
  state: string;
  createdAt: Date;
  /** `fetch`, `prepare`, `chunk` or `finish`, with its number. */
  step: string;
  number: number;
  /** How often it was begun, and when it is due again; what it failed with last. */
  attempts: number;
  dueAt: Date;
  lastError: string | null;
  stepsDone: number;
  steps: number;
};

const selectOpen = `
  SELECT j.id, b.slug AS business, j.service AS kind, j.state, j.created_at AS "createdAt", s.kind AS step, s.number, s.attempts,
    s.due_at AS "dueAt", s.last_error AS "lastError", c.done AS "stepsDone", c.steps
  FROM long_jobs j JOIN businesses b ON b.id = j.business_id
    CROSS JOIN LATERAL (SELECT * FROM long_job_steps WHERE job_id = j.id AND NOT is_done
      ORDER BY attempts DESC, number LIMIT 1) s
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE is_done)::int AS done, count(*)::int AS steps
      FROM long_job_steps WHERE job_id = j.id) c
  WHERE j.region = $1 AND j.recorded_at IS NULL ORDER BY s.attempts DESC, j.created_at, j.id LIMIT $2`;

/** The long jobs of this region that have not ended, those that fail most often first. */
export const listOpenJobs = (limit: number): Promise<OpenJob[]> =>
  sql<OpenJob>("open-jobs", selectOpen, [env.VANG_REGION, limit]);

/** A job that waits for longer than this to begin is reported. */
const longestQueuedSeconds = minutes(30) / 1000;

/** Logs that jobs wait for long or do not get on. */
export async function watchLongJobs(): Promise<void> {
  const { queued, stuck, oldestQueuedSeconds } = await longJobBacklog();
  if (stuck > 0) log.error({ stuck }, "long jobs fail again and again");
  if (oldestQueuedSeconds > longestQueuedSeconds)
    log.error({ queued, minutes: Math.floor(oldestQueuedSeconds / 60) }, "long jobs wait to begin");
}
