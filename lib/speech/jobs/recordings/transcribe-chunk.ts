import "server-only";
import { buffer } from "node:stream/consumers";
import { audioOfPcm } from "@/lib/engines/audio/bytes";
import { decodedRate } from "@/lib/engines/audio/decode";
import { enginesReady, findOffered, type Offered } from "@/lib/engines/catalogue";
import { withoutHallucinations } from "@/lib/engines/hallucinations";
import { asAppError } from "@/lib/engines/provider-error";
import { transcribeWithEngine } from "@/lib/engines/speak";
import { countTestAudio } from "@/lib/money/wallet/allowances";
import { db } from "@/lib/platform/db";
import { objectStore } from "@/lib/platform/objects/open";
import { withTimeout } from "@/lib/platform/with-timeout";
import { shareOf } from "@/lib/speech/call";
import { unknownModel } from "@/lib/speech/check";
import { startedSeconds } from "@/lib/speech/schema";
import { describeTranscription, type Recognized } from "@/lib/speech/transcripts/format";
import { budgetMs, chargeChunk } from "../charge-chunk";
import { isOpen, type LongJob } from "../jobs";
import type { Step } from "../step";
import { readWanted } from "../wanted";

/** What an engine recognized in a part, with times from the start of the recording. */
export type RecognizedChunk = Recognized & { isBiased: boolean };

/** Transcribes a part of a recording, and charges it. Throws what `putOff` decides on. */
export async function transcribeChunk(step: Step, signal: AbortSignal): Promise<void> {
  const job = await db.longJob.findUniqueOrThrow({ where: { id: step.jobId } });
  if (!isOpen(job)) return;
  await enginesReady();
  const { offered } = findOffered({ modelId: job.modelId });
  if (!offered) throw unknownModel(job.modelId);
  await chargeChunk(step, job, {
    units: unitsOf(job, step),
    make: async () => {
      const recognized = await recognize(job, step, { offered, signal });
      return { result: { bytes: Buffer.from(JSON.stringify(recognized)), extension: "json" }, ms: lengthOf(step) };
    },
  });
}

const lengthOf = ({ fromMs, toMs }: Step) => (toMs ?? 0) - (fromMs ?? 0);

/**
 * What a part is charged for: the started seconds of the recording up to its end, without those up to its beginning. All
 * parts together cost what the whole does.
 */
function unitsOf(job: LongJob, { fromMs, toMs }: Step): number {
  const upTo = (ms: number) => (ms === 0 ? 0 : startedSeconds(ms / 1000));
  const end = toMs === job.totalMs ? (job.totalUnits ?? 0) : upTo(toMs ?? 0);
  return Math.max(0, end - upTo(fromMs ?? 0));
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
