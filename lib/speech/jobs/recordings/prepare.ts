import "server-only";
import { readFile, stat } from "node:fs/promises";
import { unsupportedAudio } from "@/lib/engines/audio/accepted";
import { joinSamples, toInt16 } from "@/lib/engines/audio/bytes";
import { decodedRate } from "@/lib/engines/audio/decode";
import { decodeInParts } from "@/lib/engines/audio/decode-in-parts";
import { declaredLength, lengthToCharge } from "@/lib/engines/audio/length";
import { type Sniffed, sniff } from "@/lib/engines/audio/sniff";
import { sparkOf } from "@/lib/engines/audio/spark";
import { splitAtPauses } from "@/lib/engines/pauses";
import { db, sql, transaction } from "@/lib/platform/db";
import { failpoint } from "@/lib/platform/failpoint";
import { objectStore } from "@/lib/platform/objects/open";
import { encoderPaddingSeconds } from "@/lib/speech/choices";
import { extensionFor } from "@/lib/speech/content";
import { startedSeconds } from "@/lib/speech/schema";
import { padded } from "@/lib/speech/uploaded-file";
import { readUpload } from "@/lib/speech/uploads/uploads";
import type { LongJob } from "../jobs";
import { addMoment, momentNow } from "../moments";
import { longestSeconds } from "../schema";
import { withFile } from "../scratch";
import { endPreparation, type Step, startJob } from "../step";
import { readWanted } from "../wanted";

/** The parts of a recording, in seconds: long enough for an engine to know what is spoken about. Shorter in tests. */
export const chunkLengths = { shortestSeconds: 60, longestSeconds: 90 };

/** The loudest sample of so much sound is kept for the small wave, in seconds. */
const peakSeconds = 0.1;

/** A length that a file declares is read from its beginning and its end, so only of files that fit into memory. */
const mostReadBytes = 64 * 1024 * 1024;

/**
 * Decodes a recording and cuts it into parts at pauses, each stored as an object with a step of its own. When the process
 * dies the recording is decoded again, but parts that are stored already are not stored again: they end at the same pauses.
 */
export async function prepareRecording(step: Step, signal: AbortSignal): Promise<void> {
  const { jobId } = step;
  const startedAt = await startJob(jobId);
  const upload = await db.storedUpload.findUniqueOrThrow({ where: { jobId }, select: { id: true } });
  await withFile(readUpload(upload.id), signal, (path) => cutAndMeasure(step, { path, startedAt, signal }));
}

type Cutting = { path: string; startedAt: Date; signal: AbortSignal };

async function cutAndMeasure(step: Step, { path, startedAt, signal }: Cutting): Promise<void> {
  const { jobId } = step;
  const sniffed = await sniff({ path });
  if (!sniffed) throw unsupportedAudio();
  const file = { path, ...sniffed };

  const peaks: number[] = [];
  const known = await findStored(jobId);
  const job = await db.longJob.findUniqueOrThrow({ where: { id: jobId } });
  let [number, atMs] = [0, 0];
  for await (const samples of cutRecording(file, signal, peaks)) {
    number += 1;
    const fromMs = atMs;
    atMs += Math.round((samples.length / decodedRate) * 1000);
    if (known.has(number)) continue;
    const object = await objectStore().put(new Uint8Array(toInt16(samples).buffer), extensionFor(job, "pcm"));
    await sql("add-chunk", addChunk, [jobId, number, fromMs, atMs, object, startedAt]);
    failpoint("chunk-cut");
  }
  const length = await chargedLength(file, atMs / 1000);
  const spark = sparkOf(Float32Array.from(peaks));
  const recording = await keepRecording(job, file);
  const measured = [jobId, atMs, startedSeconds(length), sniffed.container, spark, recording];
  const prepared = momentNow({ kind: "prepared", parts: number });
  await transaction(async (on) => {
    await endPreparation(on, step);
    await on("measure-job", measure, [...measured, prepared]);
  }).catch(async (error) => {
    if (recording) await objectStore().delete(recording);
    throw error;
  });
}

const addChunk = `INSERT INTO long_job_steps (job_id, number, kind, from_ms, to_ms, input_object, due_at)
  VALUES ($1, $2, 'chunk', $3, $4, $5, $6)`;

const measure = `UPDATE long_jobs SET total_ms = $2, total_units = $3, audio_format = $4, spark = $5,
  audio_object = $6, ${addMoment("$7")} WHERE id = $1`;

/** A larger recording is not kept: a receipt for its deletion is only written once all of it has been read. */
const mostKeptBytes = 500 * 1024 * 1024;

/**
 * Stores the recording as it was sent, to be played in the history. Null for one with redacted words, which it still has,
 * and for one of which nothing is kept.
 */
async function keepRecording(job: LongJob, { path, container }: { path: string } & Sniffed): Promise<string | null> {
  if (job.keepsNothing) return null;
  const { redact } = await readWanted(job);
  const { size } = await stat(path);
  if (redact.length > 0 || size > mostKeptBytes) return null;
  return objectStore().moveIn(path, container);
}

async function findStored(jobId: string): Promise<Set<number>> {
  const rows = await db.longJobStep.findMany({ where: { jobId, kind: "chunk" }, select: { number: true } });
  return new Set(rows.map(({ number }) => number));
}

/** The samples of each part, in whole milliseconds but for the last one. Adds the peaks of the sound. */
async function* cutRecording(
  file: { path: string } & Sniffed,
  signal: AbortSignal,
  peaks: number[],
): AsyncGenerator<Float32Array> {
  const maxSeconds = longestSeconds + encoderPaddingSeconds;
  let rest: Float32Array = new Float32Array(0);
  for await (const samples of decodeInParts(file, { signal, maxSeconds })) {
    for (let at = 0; at < samples.length; at += peakSeconds * decodedRate)
      peaks.push(
        samples.subarray(at, at + peakSeconds * decodedRate).reduce((most, one) => Math.max(most, Math.abs(one)), 0),
      );
    rest = joinSamples([rest, samples]);
    while (rest.length > chunkLengths.longestSeconds * decodedRate) {
      const [first] = splitAtPauses({ samples: rest, sampleRate: decodedRate }, chunkLengths);
      const length = Math.round((first?.samples.length ?? rest.length) / samplesPerMs) * samplesPerMs;
      yield rest.subarray(0, length);
      rest = rest.slice(length);
    }
  }
  if (rest.length > 0) yield rest;
}

const samplesPerMs = decodedRate / 1000;

/** The length that a file declares, if its sound proves that, and otherwise that of its sound, in seconds. */
async function chargedLength({ path, container }: { path: string } & Sniffed, decodedSeconds: number): Promise<number> {
  if (!padded.includes(container)) return decodedSeconds;
  const { size } = await stat(path);
  return size > mostReadBytes ? decodedSeconds : lengthToCharge(decodedSeconds, declaredLength(await readFile(path)));
}
