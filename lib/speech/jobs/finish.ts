import "server-only";
import { buffer } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import { enginesReady, findOffered } from "@/lib/engines/catalogue";
import { countByMetadata } from "@/lib/money/usage/count-metadata";
import { countSilence } from "@/lib/money/wallet/allowances";
import { giveCredit } from "@/lib/money/wallet/grants";
import { clock } from "@/lib/platform/clock";
import { db, type Sql, sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { ErrorCode } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { objectStore } from "@/lib/platform/objects/open";
import { type Call, describeFailed, describeFinished, type Outcome } from "@/lib/speech/call";
import { type RecognizedContent, storeContent } from "@/lib/speech/content";
import { isLive, recordFinished } from "@/lib/speech/history/ingest";
import { marksOf } from "@/lib/speech/marks";
import type { Metadata } from "@/lib/speech/metadata";
import { type ResultCode, startedSeconds } from "@/lib/speech/schema";
import { isSilent, isVietnamese, languageOf } from "@/lib/speech/transcribe";
import { composeTranscript } from "@/lib/speech/transcripts/compose";
import { announce } from "./announce";
import type { LongJob } from "./jobs";
import { momentAt } from "./moments";
import type { RecognizedChunk } from "./recordings/transcribe-chunk";
import { doneStatement, leaseOf, type Step } from "./step";
import { joinSpeech } from "./texts/join";
import { readWanted } from "./wanted";

/**
 * Joins what was made of the parts, and writes the job into history and usage, with its event, all of which get it once. Of
 * a canceled job that is what was finished. A failed one costs nothing: what was charged is given back.
 */
export async function finishJob(step: Step, signal: AbortSignal): Promise<void> {
  const job = await db.longJob.findUniqueOrThrow({ where: { id: step.jobId } });
  const call = callOf(job);
  if (job.state === "failed") {
    await giveBack(job);
    await record(step, job, describeFailed(call, (job.resultCode ?? "INTERNAL") as ErrorCode, {}));
  } else {
    const outcome = await (job.service === "tts" ? joinSpeech(job, signal) : joinTranscript(job));
    const canceled = job.state === "canceled" && { resultCode: "JOB_CANCELED" as const };
    const finished = describeFinished(call, { ...outcome, ...canceled });
    // Unlike what a request sent, a recording of hours can be played while its transcript is corrected, as long as that is kept.
    if (finished.inputObject) finished.inputExpiresAt = finished.expiresAt;
    await record(step, job, finished).catch(async (error) => {
      for (const object of [outcome.contentObject, outcome.audioObject]) if (object) await objectStore().delete(object);
      throw error;
    });
  }
  failpoint("job-recorded");
  await cleanUp(job);
}

async function joinTranscript(job: LongJob): Promise<Outcome> {
  const { content, resultCode } = await joinParts(job);
  if (resultCode === "NO_SPEECH_FOUND") await giveBackSilence(job);
  return {
    audioObject: null,
    audioFormat: job.audioFormat,
    contentObject: await storeContent(content, job),
    inputObject: job.audioObject,
    audioDuration: job.state === "canceled" ? startedOf(job.doneMs) : (job.totalUnits ?? startedOf(job.doneMs)),
    fileSizeBytes: String(job.sizeBytes),
    spark: job.spark,
    marks: marksOf(job.businessId, `${content.transcript} ${content.raw?.transcript ?? ""}`),
    ...(resultCode && { resultCode }),
  };
}

/** As in `POST /stt`, silence is free for some seconds a day: what was charged for those is given back, once. */
async function giveBackSilence({ id, businessId, amountMilli, units }: LongJob): Promise<void> {
  if (amountMilli === 0n) return;
  const reference = `silence:${id}`;
  if ((await db.transfer.count({ where: { reference } })) > 0) return;
  const charged = await countSilence(businessId, units);
  const freeMilli = amountMilli - (amountMilli * BigInt(charged)) / BigInt(units);
  if (freeMilli === 0n) return;
  const reason = `Job ${id} found no speech`;
  await db.$transaction((tx) =>
    giveCredit(tx, { businessId, kind: "adjustment", amountMilli: freeMilli, reference, reason }),
  );
}

const startedOf = (ms: number) => (ms === 0 ? 0 : startedSeconds(ms / 1000));

/** The job as one call: what its parts were charged is its price. */
function callOf(job: LongJob): Call {
  const { businessId, keyId, keyHint, api, mode, retentionDays, keepsNothing } = job;
  return {
    caller: { businessId, keyId, keyHint, api, mode, retentionDays, keepsNothing } as Caller,
    service: job.service,
    trackingId: job.id,
    modelId: job.modelId,
    voiceId: job.voiceId,
    languageCode: job.languageCode,
    characters: job.service === "tts" ? job.charactersDone : null,
    rulesVersion: job.rulesVersion,
    amountMilli: job.amountMilli,
    priceId: job.priceId,
    units: job.units,
    receivedAt: performance.now() - (+clock.now() - +job.createdAt),
    requestId: job.requestId ?? undefined,
    metadata: job.metadata as Metadata | null,
  };
}

/** So many parts are written at a time: between them others have the thread, since four hours take seconds. */
const partsAtOnce = 4;

async function joinParts(job: LongJob): Promise<{ content: RecognizedContent; resultCode?: ResultCode }> {
  await enginesReady();
  const wanted = await readWanted(job);
  const { offered } = findOffered({ modelId: job.modelId });
  const language = offered ? languageOf({ languageCode: job.languageCode ?? undefined }, offered) : "vi";
  const isVi = isVietnamese(language);
  const { redact, terms, cut } = wanted;
  const improvements = { formatting: isVi ? wanted.formatting : [], keyterms: isVi ? terms : [], redact };
  const chunks = await readChunks(job.id);
  const isBiased = chunks.some((chunk) => chunk.isBiased);

  // Parts end in pauses, so a sentence seldom goes on behind one.
  const written: ReturnType<typeof composeTranscript>[] = [];
  for (let at = 0; at === 0 || at < chunks.length; at += partsAtOnce) {
    const whole = joined(chunks.slice(at, at + partsAtOnce), " ");
    const keyterms = terms.length > 0 && { keyterms: { isBiased, isRepaired: isVi, cut } };
    written.push(composeTranscript([whole], { improvements, isSeparate: false, ...keyterms }));
    await turn();
  }
  const contents = written.map(({ content }) => content);
  const [first] = contents;
  const isWritten = written.every((one) => one.isWritten);
  const isRedacted = redact.length > 0;
  const raws = contents.flatMap(({ raw }) => raw ?? []);
  const content: RecognizedContent = {
    ...first,
    ...joined(contents, wanted.formatting.includes("paragraphs") && isWritten ? "\n\n" : " "),
    formatting: isWritten ? first?.formatting : [],
    ...(raws.length > 0 && { raw: joined(raws, " ") }),
    fileName: isRedacted ? null : wanted.fileName,
    config: isRedacted ? null : wanted.config,
  };
  if (isSilent(content)) return { content, resultCode: "NO_SPEECH_FOUND" };
  return { content, ...(!isWritten && { resultCode: "FORMATTING_FAILED" as const }) };
}

/** What follows each other, as one. */
const joined = <Segment>(parts: readonly { transcript: string; segments: Segment[] }[], between: string) => ({
  transcript: parts
    .map(({ transcript }) => transcript)
    .filter(Boolean)
    .join(between),
  segments: parts.flatMap(({ segments }) => segments),
});

async function readChunks(jobId: string): Promise<RecognizedChunk[]> {
  const steps = await db.longJobStep.findMany({
    where: { jobId, kind: "chunk", isDone: true },
    orderBy: { number: "asc" },
    select: { resultObject: true },
  });
  const chunks: RecognizedChunk[] = [];
  for (const { resultObject } of steps) {
    const stored = resultObject === null ? null : await objectStore().open(resultObject);
    if (!stored) throw new Error("the result of a part is missing");
    chunks.push(JSON.parse(String(await buffer(stored.read()))));
  }
  return chunks;
}

/** What was charged of a job that we failed to finish. The charges stay in its history, beside what was given back. */
async function giveBack({ id, businessId, amountMilli }: LongJob): Promise<void> {
  if (amountMilli === 0n) return;
  const reason = `Job ${id} failed`;
  await db.$transaction((tx) =>
    giveCredit(tx, { businessId, kind: "adjustment", amountMilli, reference: `return:${id}`, reason }),
  );
}

const end = `UPDATE long_jobs SET recorded_at = $2, ended_at = coalesce(ended_at, $2),
    total_ms = CASE WHEN service = 'tts' AND state NOT IN ('failed', 'canceled') THEN done_ms ELSE total_ms END,
    state = CASE WHEN state IN ('failed', 'canceled') THEN state ELSE 'succeeded' END, result_code = $3,
    moments = moments || $5::jsonb
  WHERE id = $1 AND recorded_at IS NULL AND state = $4 RETURNING id`;

const countParts = `SELECT count(*) FILTER (WHERE is_done)::int AS done, count(*)::int AS parts
  FROM long_job_steps WHERE job_id = $1 AND kind = 'chunk'`;

/** Throws if the job was canceled while its parts were joined: it is then finished again. */
async function record(step: Step, job: LongJob, finished: FinishedJob): Promise<void> {
  await transaction(async (on: Sql) => {
    const [parts] = await on<{ done: number; parts: number }>("count-parts", countParts, [job.id]);
    const moment = momentAt(finished.createdAt, { kind: "ended", done: 0, parts: 0, ...parts });
    const ended = await on("end-job", end, [job.id, clock.now(), finished.resultCode, job.state, moment]);
    if (ended.length === 0) throw new Error("the job changed while it was finished");
    await on("job-finished", doneStatement(), leaseOf(step));
    const recorded = await recordFinished(on, [finished]);
    await countByMetadata(on, { recorded: recorded.filter(isLive) });
    await announce(on, job.id, job.state === "failed" || job.state === "canceled" ? job.state : "succeeded");
  });
}

type Ended = Pick<LongJob, "id" | "requestObject" | "audioObject" | "state">;

/** Deletes the objects of the parts, and then their rows, so that no object loses its name before it is gone. */
async function cleanUp({ id, requestObject, audioObject, state }: Ended): Promise<void> {
  const steps = await db.longJobStep.findMany({ where: { jobId: id } });
  const objects = steps.flatMap(({ inputObject, resultObject }) => [inputObject, resultObject]);
  // The history has the recording of any other job by now.
  if (state === "failed") objects.push(audioObject);
  for (const object of [...objects, requestObject]) if (object) await objectStore().delete(object);
  await db.longJobStep.deleteMany({ where: { jobId: id } });
  await db.longJob.update({
    where: { id },
    data: { requestObject: null, audioObject: null, callbackUrl: null },
    select: { id: true },
  });
  // Of a job that ended before it was prepared.
  await db.storedUpload.updateMany({ where: { jobId: id }, data: { expiresAt: clock.now() } });
}

const left = `SELECT DISTINCT j.id, j.request_object AS "requestObject",
    j.audio_object AS "audioObject", j.state FROM long_jobs j JOIN long_job_steps s ON s.job_id = j.id
  WHERE j.region = $1 AND j.recorded_at IS NOT NULL LIMIT 100`;

const cancelArchived = `UPDATE long_jobs j SET state = 'canceled', result_code = 'JOB_CANCELED', ended_at = $2
  FROM businesses b WHERE b.id = j.business_id AND b.archived_at IS NOT NULL AND j.region = $1
    AND j.recorded_at IS NULL AND j.state IN ('queued', 'running', 'paused')`;

const forgetKeys = `UPDATE long_jobs SET idempotency_key = NULL
  WHERE idempotency_key IS NOT NULL AND created_at < $1::timestamptz - interval '72 hours'`;

/** Cleans up after workers that died, ends the jobs of archived businesses, and forgets old Idempotency-Keys. */
export async function sweepLongJobs(): Promise<void> {
  const now = clock.now();
  await sql("cancel-archived-jobs", cancelArchived, [env.VANG_REGION, now]);
  await sql("forget-job-keys", forgetKeys, [now]);
  const jobs = await sql<Ended>("left-jobs", left, [env.VANG_REGION]);
  for (const job of jobs) await cleanUp(job);
}
