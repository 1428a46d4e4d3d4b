import "server-only";
import { buffer } from "node:stream/consumers";
import { audioOfPcm } from "@/lib/engines/audio/bytes";
import { decodedRate } from "@/lib/engines/audio/decode";
import { enginesReady, findOffered, type Offered } from "@/lib/engines/catalogue";
import { withoutHallucinations } from "@/lib/engines/hallucinations";
import { asAppError } from "@/lib/engines/provider-error";
import { transcribeWithEngine } from "@/lib/engines/speak";
import { quote } from "@/lib/money/prices/quote";
import { countTestAudio, hasTestAudio } from "@/lib/money/wallet/allowances";
import { holdCredit, releaseHold } from "@/lib/money/wallet/holds";
import { captureHolds } from "@/lib/money/wallet/settle";
import { minutes } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import { withTimeout } from "@/lib/platform/with-timeout";
import { shareOf } from "@/lib/speech/call";
import { unknownModel } from "@/lib/speech/check";
import { startedSeconds } from "@/lib/speech/schema";
import { describeTranscription, type Recognized } from "@/lib/speech/transcripts/format";
import { readWanted } from "./create";
import { isOpen, type LongJob, priceOf } from "./jobs";
import { doneStatement, leaseOf, type Step } from "./step";

/** For a part of at most 90 seconds. Its hold lives a little longer. */
const budgetMs = minutes(4);
const holdMs = minutes(5);

/** What an engine recognized in a part, with times from the start of the recording. */
export type RecognizedChunk = Recognized & { isBiased: boolean };

/**
 * Transcribes a part of a recording: its price is held, and charged when its result is stored. A worker that dies has
 * charged nothing; the hold of its attempt is released when it expires. Throws what `putOff` decides on.
 */
export async function transcribeChunk(step: Step, signal: AbortSignal): Promise<void> {
  const job = await db.longJob.findUniqueOrThrow({ where: { id: step.jobId } });
  if (!isOpen(job)) return;
  await enginesReady();
  const { offered } = findOffered({ modelId: job.modelId });
  if (!offered) throw unknownModel(job.modelId);
  const { units, amountMilli } = costOf(job, step);
  const trackingId = `${job.id}.${step.number}.${step.attempts}`;
  await begin(job, { trackingId, units, amountMilli });
  failpoint("chunk-held");

  let resultObject: string | null = null;
  try {
    const recognized = await recognize(job, step, { offered, signal });
    resultObject = await objectStore().put(Buffer.from(JSON.stringify(recognized)), "json");
    failpoint("chunk-stored");
    await transaction(async (on) => {
      // A job that was canceled meanwhile, or a lease that was lost, charges nothing.
      const values = [job.id, units, amountMilli, lengthOf(step)];
      const counted = await on("count-chunk", count, values);
      const done = await on("chunk-done", doneStatement(", result_object = $5"), [...leaseOf(step), resultObject]);
      if (counted.length === 0 || done.length === 0) throw new LeaseLost();
      const isCharged = amountMilli === 0n || (await captureHolds(on, [{ trackingId, amountMilli, units }])) === 1;
      if (!isCharged) throw new AppError("OVERLOADED");
    });
  } catch (error) {
    if (resultObject)
      await objectStore()
        .delete(resultObject)
        .catch(() => undefined);
    if (amountMilli > 0n)
      await releaseHold(trackingId).catch((failure: Error) =>
        log.warn({ trackingId, reason: failure.message }, "a hold is left to the reaper"),
      );
    if (error instanceof LeaseLost) return;
    throw error;
  }
  failpoint("chunk-charged");
}

/** The job was canceled, or another worker has the step. */
class LeaseLost extends Error {}

const count = `UPDATE long_jobs SET units = units + $2, amount_milli = amount_milli + $3, done_ms = done_ms + $4,
    state = 'running', result_code = NULL
  WHERE id = $1 AND state IN ('queued', 'running', 'paused') RETURNING 1 AS one`;

const lengthOf = ({ fromMs, toMs }: Step) => (toMs ?? 0) - (fromMs ?? 0);

/**
 * What a part costs: the started seconds of the recording up to its end, without those up to its beginning. All parts
 * together cost what the whole does.
 */
function costOf(job: LongJob, { fromMs, toMs }: Step): { units: number; amountMilli: bigint } {
  if (job.mode === "test") return { units: 0, amountMilli: 0n };
  const upTo = (ms: number) => (ms === 0 ? 0 : startedSeconds(ms / 1000));
  const end = toMs === job.totalMs ? (job.totalUnits ?? 0) : upTo(toMs ?? 0);
  const units = Math.max(0, end - upTo(fromMs ?? 0));
  return { units, amountMilli: quote(priceOf(job), units) };
}

type Cost = { trackingId: string; units: number; amountMilli: bigint };

/** Holds the price of a part, or counts the audio of a test key. Throws INSUFFICIENT_CREDIT, SPEND_CAP_REACHED, TOO_MANY_ATTEMPTS. */
async function begin(job: LongJob, { trackingId, units, amountMilli }: Cost): Promise<void> {
  const { businessId, keyId, priceId } = job;
  if (job.mode === "test" && !(await hasTestAudio(businessId))) throw new AppError("TOO_MANY_ATTEMPTS");
  if (amountMilli > 0n)
    await holdCredit({ businessId, keyId, trackingId, amountMilli, priceId, units, expiresInMs: holdMs });
}

type Engine = { offered: Offered; signal: AbortSignal };

async function recognize(job: LongJob, step: Step, { offered, signal }: Engine): Promise<RecognizedChunk> {
  const wanted = await readWanted(job);
  const stored = step.inputObject === null ? null : await objectStore().open(step.inputObject);
  if (!stored) throw new Error("a part of a recording is missing");
  const pcm = new Int16Array(Uint8Array.from(await buffer(stored.read())).buffer);
  if (job.mode === "test") await countTestAudio(job.businessId, Math.ceil(lengthOf(step) / 1000));
  const words = {
    owner: `long jobs/${shareOf(job)}`,
    audio: audioOfPcm(pcm, decodedRate),
    modelId: job.modelId,
    languageCode: wanted.languageCode ?? undefined,
    // The ends of sentences are found by the times of words, and the editor of the console plays by them.
    wantsWords: true,
    ...(wanted.terms.length > 0 && { keyterms: wanted.terms }),
    config: wanted.config ?? {},
  };
  const transcription = await withTimeout(budgetMs, signal, (ended) =>
    transcribeWithEngine(words, offered.provider, ended),
  ).catch((failure) => {
    throw asAppError(failure, signal);
  });
  const found = describeTranscription(withoutHallucinations(transcription));
  return { ...moved(found, (step.fromMs ?? 0) / 1000), isBiased: transcription.isBiased === true };
}

/** With times from the start of the recording. */
function moved({ transcript, segments }: Recognized, by: number): Recognized {
  const move = <Timed extends { start: number; end: number }>(timed: Timed): Timed => ({
    ...timed,
    start: Math.round((timed.start + by) * 1000) / 1000,
    end: Math.round((timed.end + by) * 1000) / 1000,
  });
  return {
    transcript,
    segments: segments.map((segment) => ({
      ...move(segment),
      ...(segment.words && { words: segment.words.map(move) }),
    })),
  };
}
