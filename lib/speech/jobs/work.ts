import "server-only";
import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log, withLogFields } from "@/lib/platform/log";
import { type Claims, startClaimLoop } from "@/lib/platform/outbox/claim-loop";
import { leaseMs, pausesMs, whileLeased } from "@/lib/speech/attempts";
import { lastingFaults } from "@/lib/speech/uploads/fetch";
import { announce } from "./announce";
import { finishJob } from "./finish";
import { addMoment, momentNow } from "./moments";
import { fetchRecording } from "./recordings/fetch";
import { prepareRecording } from "./recordings/prepare";
import { transcribeChunk } from "./recordings/transcribe-chunk";
import { leaseOf, type Step } from "./step";
import { prepareText } from "./texts/prepare";
import { speakChunk } from "./texts/speak-chunk";

/** How long a job without credit waits before it tries again. */
const creditPauseMs = seconds(20);

/** Long jobs leave half of the processors to those that a client waits for. */
const places = Math.max(1, Math.floor(availableParallelism() / 2));

const lease = `UPDATE long_job_steps s SET lease_owner = $4, leased_until = now() + $5 * interval '1 ms', attempts = attempts + 1
  FROM chosen WHERE s.job_id = chosen.job_id AND s.number = chosen.number AND NOT s.is_done
    AND (s.leased_until IS NULL OR s.leased_until <= now())
  RETURNING s.job_id AS "jobId", chosen.service, s.number, s.kind, s.from_ms AS "fromMs", s.to_ms AS "toMs",
    s.input_object AS "inputObject", s.attempts, s.lease_owner AS owner`;

// In turn among businesses: each one's next step has the number of its steps before it, running ones included. A job of a
// suspended or archived business waits; a paused one tries its first step only. Leases use the database's clock, which all workers share.
const claim = `
  WITH busy AS (
    SELECT j.business_id, count(*) AS steps FROM long_jobs j JOIN long_job_steps s ON s.job_id = j.id
    WHERE j.region = $1 AND j.recorded_at IS NULL AND s.leased_until > now() GROUP BY 1
  ), due AS (
    SELECT s.job_id, s.number, j.service, j.created_at, coalesce(busy.steps, 0)
      + row_number() OVER (PARTITION BY j.business_id ORDER BY j.created_at, s.job_id, s.number) AS turn
    FROM long_jobs j JOIN businesses b ON b.id = j.business_id JOIN long_job_steps s ON s.job_id = j.id
      LEFT JOIN busy ON busy.business_id = j.business_id
    WHERE j.region = $1 AND j.recorded_at IS NULL AND NOT s.is_done AND s.due_at <= $2
      AND (s.leased_until IS NULL OR s.leased_until <= now())
      AND (j.state <> 'paused' OR NOT EXISTS (
        SELECT FROM long_job_steps prior WHERE prior.job_id = j.id AND prior.number < s.number AND NOT prior.is_done))
      AND CASE WHEN s.kind <> 'finish'
        THEN (s.kind = 'prepare' OR coalesce(j.total_ms, j.characters) IS NOT NULL) AND j.state IN ('queued', 'running', 'paused') AND b.suspended_at IS NULL AND b.archived_at IS NULL
        ELSE j.state IN ('failed', 'canceled') OR NOT EXISTS (
          SELECT FROM long_job_steps other WHERE other.job_id = j.id AND other.kind <> 'finish' AND NOT other.is_done) END
  ), chosen AS (
    SELECT job_id, number, service FROM due ORDER BY turn, created_at, job_id LIMIT $3
  )
  ${lease}`;

// In turn among businesses, of which none has more than two places: a slow server holds up its own business only.
const claimFetches = `
  WITH busy AS (
    SELECT j.business_id, count(*) AS steps FROM long_jobs j JOIN long_job_steps s ON s.job_id = j.id
    WHERE j.region = $1 AND j.recorded_at IS NULL AND s.kind = 'fetch' AND s.leased_until > now() GROUP BY 1
  ), due AS (
    SELECT s.job_id, s.number, j.service, j.created_at, coalesce(busy.steps, 0)
      + row_number() OVER (PARTITION BY j.business_id ORDER BY j.created_at, s.job_id) AS turn
    FROM long_jobs j JOIN businesses b ON b.id = j.business_id JOIN long_job_steps s ON s.job_id = j.id
      LEFT JOIN busy ON busy.business_id = j.business_id
    WHERE j.region = $1 AND j.recorded_at IS NULL AND s.kind = 'fetch' AND s.due_at <= $2 AND j.state IN ('queued', 'running')
      AND (s.leased_until IS NULL OR s.leased_until <= now()) AND b.suspended_at IS NULL AND b.archived_at IS NULL
  ), chosen AS (
    SELECT job_id, number, service FROM due WHERE turn <= 2 ORDER BY turn, created_at, job_id LIMIT $3
  )
  ${lease}`;

const renew = `UPDATE long_job_steps SET leased_until = now() + $5 * interval '1 ms'
  WHERE job_id = $1 AND number = $2 AND lease_owner = $3 AND attempts = $4 AND NOT is_done RETURNING 1 AS one`;

/** The claims of all workers on the steps of jobs: preparing, a part of each, and finishing. */
const jobClaims = (): Claims<Step> => ({ ...claimsBy("claim-steps", claim), name: "long-jobs", places });

/** Those on recordings that are read from URLs, which wait for servers of others and not for a processor. */
const fetchClaims = (): Claims<Step> => ({
  ...claimsBy("claim-fetches", claimFetches),
  name: "job-fetches",
  places: 8,
});

function claimsBy(statement: string, text: string): Omit<Claims<Step>, "name"> {
  const owner = randomUUID();
  return {
    rest: {
      text: "EXISTS (SELECT FROM long_jobs WHERE region = $2 AND recorded_at IS NULL)",
      values: [env.VANG_REGION],
    },
    stopMs: seconds(30),
    claim: (limit) => sql<Step>(statement, text, [env.VANG_REGION, clock.now(), limit, owner, leaseMs]),
    work: (step) => withLogFields({ trackingId: step.jobId }, () => runStep(step)),
    retry: putOff,
  };
}

/** Works on the steps of long jobs until stopped. Any number of processes may do so at once. */
export function startLongJobs(): { stop(): Promise<void> } {
  const loops = [startClaimLoop(jobClaims()), startClaimLoop(fetchClaims())];
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

const run = {
  stt: { fetch: fetchRecording, prepare: prepareRecording, chunk: transcribeChunk, finish: finishJob },
  tts: { fetch: fetchRecording, prepare: prepareText, chunk: speakChunk, finish: finishJob },
};

const runStep = (step: Step): Promise<void> =>
  whileLeased(
    async () => (await sql("renew-step", renew, [...leaseOf(step), leaseMs])).length > 0,
    (signal) => run[step.service][step.kind](step, signal),
  );

/** Why a job waits for its owner: it goes on once there is credit. */
const waitsFor: readonly ErrorCode[] = ["INSUFFICIENT_CREDIT", "SPEND_CAP_REACHED", "TOO_MANY_ATTEMPTS"];

/** Failures that another attempt would only repeat. */
const lasting: readonly ErrorCode[] = [
  ...(["AUDIO_UNSUPPORTED", "AUDIO_INVALID", "AUDIO_TOO_LONG"] as const),
  ...lastingFaults,
  ...(["PROVIDER_REJECTED", "MODEL_UNKNOWN", "REDACTION_FAILED"] as const),
  ...(["TEXT_EMPTY", "TEXT_TOO_LONG", "SPOKEN_TEXT_TOO_LONG", "TEXT_INVALID"] as const),
  ...(["BOOK_INVALID", "BOOK_ENCRYPTED"] as const),
  ...(["VOICE_UNKNOWN", "VOICE_NOT_IN_MODEL", "INVALID_REQUEST", "RESULT_EXPIRED"] as const),
];

const free = `UPDATE long_job_steps SET lease_owner = NULL, leased_until = NULL, due_at = $5, last_error = $6,
    attempts = attempts - $7
  WHERE job_id = $1 AND number = $2 AND lease_owner = $3 AND attempts = $4 AND NOT is_done`;

const pause = `UPDATE long_jobs SET state = 'paused', result_code = $2, ${addMoment("$3")} WHERE id = $1 AND state IN ('queued', 'running')
  RETURNING id`;

/** Its event is written once for each pause, however often credit is tried meanwhile. */
const pauseJob = (jobId: string, code: ErrorCode): Promise<void> =>
  transaction(async (on) => {
    const paused = await on("pause-job", pause, [jobId, code, momentNow({ kind: "paused", code })]);
    if (paused.length > 0) await announce(on, jobId, "paused");
  });

const fail = `UPDATE long_jobs SET state = 'failed', result_code = $2, ended_at = $3
  WHERE id = $1 AND state IN ('queued', 'running', 'paused')`;

/** Writes down when a step that failed is due again: after a pause, or when there may be credit. Otherwise the job has failed. */
async function putOff(step: Step, error: Error): Promise<void> {
  const code: ErrorCode = error instanceof AppError ? error.code : "INTERNAL";
  const isWaiting = waitsFor.includes(code);
  const pauseMs = isWaiting ? creditPauseMs : pausesMs[step.attempts - 1];
  const about = { jobId: step.jobId, step: step.number, attempt: step.attempts, code, reason: error.message };
  const dueAt = new Date(+clock.now() + (pauseMs ?? minutes(5)));
  // What only waits for credit has not failed.
  await sql("free-step", free, [...leaseOf(step), dueAt, code, isWaiting ? 1 : 0]);
  if (isWaiting) return pauseJob(step.jobId, code);
  if (pauseMs !== undefined && !lasting.includes(code)) {
    log.warn(about, "a step of a long job is tried again");
    const part = step.kind === "chunk" ? step.number : null;
    const retried = momentNow({ kind: "retried", part, attempt: step.attempts, code });
    await sql("note-retry", `UPDATE long_jobs SET ${addMoment("$2")} WHERE id = $1`, [step.jobId, retried]);
    return;
  }
  log.error(about, "a long job failed");
  await sql("fail-job", fail, [step.jobId, code, clock.now()]);
}
