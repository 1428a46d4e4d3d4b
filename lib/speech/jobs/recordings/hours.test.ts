// @module-tag promise
// @module-tag slow
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { closeEngines } from "@/lib/engines/providers/registry";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openStream } from "@/lib/platform/stream/open";
import { receivePart } from "@/lib/speech/uploads/receive";
import { createUpload } from "@/lib/speech/uploads/uploads";
import { makeCaller } from "@/prisma/factories";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { makeTone } from "@/testing/fakes/sound";
import { type SpeechServer, sendJson, startSpeechServer } from "@/testing/fakes/speech-server";
import { startJobsWorker, watchMemory } from "@/testing/harness/jobs-worker";
import { chargesOf } from "@/testing/harness/long-jobs";
import { repeated } from "@/testing/harness/long-recording";
import { createLongJob } from "../create";

vi.setConfig({ testTimeout: 1_800_000 });

/** The bytes of each recording that the engine got: 16-bit samples of 16 kHz behind a short head. */
const received: number[] = [];
let engine: SpeechServer;
beforeAll(async () => {
  engine = await startSpeechServer({
    behavior: ({ body }, response) => {
      received.push(body.length);
      return sendJson(response, 200, { text: "một", segments: [{ start: 0, end: 1, text: "một", no_speech_prob: 0 }] });
    },
  });
  writeFileSync(env.VANG_ENGINES, writeEngine([engine]));
}, 60_000);
afterAll(async () => {
  worker?.stop();
  await openStream().close();
  await closeEngines();
  await engine.close();
});

let worker: Awaited<ReturnType<typeof startJobsWorker>>;

async function findJob(id: string) {
  const job = await db.longJob.findUniqueOrThrow({ where: { id } });
  expect(["queued", "running", "succeeded"]).toContain(job.state);
  return job;
}

test("four hours of sound stay out of memory, and are cut, sent and charged without a gap through two killed workers", async () => {
  const samples = makeTone(220, 16_000, 47);
  for (let at = 5; at < 47; at += 5) samples.fill(0, at * 16_000, (at + 0.4) * 16_000);
  const recording = repeated(Buffer.from(await encodeWav({ samples, sampleRate: 16_000 })), 239);
  const caller = await makeCaller({ creditMilli: 1_000_000_000_000n });
  const { id: uploadId } = await createUpload(caller, { sizeBytes: recording.sizeBytes, metadata: null });
  await receivePart(caller, uploadId, { offset: 0, body: recording.read() });

  worker = await startJobsWorker();
  const memory = watchMemory(worker.memoryMb);
  const startedAt = performance.now();
  const secondsSince = () => Math.round((performance.now() - startedAt) / 1000);
  const request = { kind: "stt" as const, uploadId, modelId: "listener", formatting: [] };
  const { id } = (await createLongJob(caller, request, { requestId: "req_test", fingerprint: uploadId })).job;
  await expect.poll(async () => (await findJob(id)).totalMs, { timeout: 900_000, interval: 250 }).not.toBeNull();
  const preparedSeconds = secondsSince();
  const parts = await db.longJobStep.findMany({ where: { jobId: id, kind: "chunk" }, orderBy: { number: "asc" } });
  const totalMs = Math.round(recording.seconds * 1000);
  for (const share of [0.2, 0.5]) {
    const isReached = async () => (await findJob(id)).doneMs >= share * totalMs;
    await expect.poll(isReached, { timeout: 900_000, interval: 50 }).toBe(true);
    await worker.kill(id);
  }
  await expect.poll(async () => (await findJob(id)).recordedAt, { timeout: 900_000, interval: 250 }).not.toBeNull();
  const grownMb = memory.end();
  process.stdout.write(
    `${(recording.sizeBytes / 1e6).toFixed(0)} MB: prepared in ${preparedSeconds} s, ${parts.length} parts in all ` +
      `after ${secondsSince()} s, ${grownMb} MB above idle\n`,
  );

  expect(grownMb).toBeLessThan(300);
  expect(parts.map(({ fromMs }) => fromMs)).toEqual([0, ...parts.slice(0, -1).map(({ toMs }) => toMs)]);
  expect(parts.at(-1)?.toMs).toBe(totalMs);
  const charges = await chargesOf(id);
  expect(charges).toHaveLength(parts.length);
  const chargedMilli = charges.reduce((sum, { amountMilli }) => sum + amountMilli, 0n);
  expect((await findJob(id)).amountMilli).toBe(chargedMilli);
  expect((await findJob(id)).units).toBe(Math.ceil(recording.seconds));
  // A killed worker repeats the part that it was at: the engine gets that twice, and every other part once.
  const head = (received[0] ?? 0) - ((parts[0]?.toMs ?? 0) - (parts[0]?.fromMs ?? 0)) * 32;
  const wanted = parts.map(({ fromMs, toMs }) => ((toMs ?? 0) - (fromMs ?? 0)) * 32 + head).toSorted((a, b) => a - b);
  const got = received.toSorted((a, b) => a - b);
  expect(got.length - wanted.length).toBeLessThanOrEqual(2);
  for (const bytes of wanted) expect(got.splice(got.indexOf(bytes), 1)).toEqual([bytes]);
});
