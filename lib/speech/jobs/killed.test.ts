// @module-tag promise
// @module-tag slow
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeEngines } from "@/lib/engines/providers/registry";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { longJobFailpoints } from "@/lib/platform/failpoint";
import { objectStore } from "@/lib/platform/objects/open";
import { openStream } from "@/lib/platform/stream/open";
import { readWords } from "@/lib/speech/content";
import { scanForOrphans } from "@/lib/speech/retention/orphan-scan";
import { receivePart } from "@/lib/speech/uploads/receive";
import { createUpload } from "@/lib/speech/uploads/uploads";
import { makeCaller } from "@/prisma/factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { type SpeechServer, sendJson, startSpeechServer } from "@/testing/fakes/speech-server";
import { chargesOf, recordingOf } from "@/testing/harness/long-jobs";
import { createLongJob } from "./create";
import { sweepLongJobs } from "./finish";

let engine: SpeechServer;
beforeAll(async () => {
  await buildChild("jobs-child");
  engine = await startSpeechServer({
    // Each part says its own length, so that one that is lost or doubled is seen.
    behavior: ({ body }, response) => {
      const said = `dài ${body.length}`;
      return sendJson(response, 200, { text: said, segments: [{ start: 0, end: 1, text: said, no_speech_prob: 0 }] });
    },
  });
  writeFileSync(env.VANG_ENGINES, writeEngine([engine]));
}, 60_000);
afterAll(async () => {
  clock.reset();
  await openStream().close();
  await closeEngines();
  await engine.close();
});

const caller = await makeCaller({ creditMilli: 1_000_000_000n });

async function createJob(): Promise<string> {
  const file = Buffer.from(await recordingOf(30));
  const { id } = await createUpload(caller, { sizeBytes: file.length, metadata: null });
  await receivePart(caller, id, { offset: 0, body: Readable.from([file]) });
  const request = { kind: "stt" as const, uploadId: id, modelId: "listener", formatting: [] };
  return (await createLongJob(caller, request, { requestId: "req_test", fingerprint: id })).job.id;
}

/** A text of three parts in two chapters. */
async function createReading(): Promise<string> {
  const text = `# Một\n\n${"Gió nhẹ thổi qua bến sông. ".repeat(12)}\n\n# Hai\n\nCon đò đã rời bến.`;
  const request = {
    kind: "tts" as const,
    text,
    format: "markdown" as const,
    voiceId: "north-linh",
    formatting: undefined,
  };
  return (await createLongJob(caller, request, { requestId: "req_test", fingerprint: text })).job.id;
}

const kinds = { recording: createJob, text: createReading };

const start = (fatalPoint = "") =>
  spawn(process.execPath, [".build/jobs-child.mjs"], {
    env: { ...process.env, VANG_ENGINES: env.VANG_ENGINES, VANG_FAIL: fatalPoint },
    stdio: ["ignore", "inherit", "inherit"],
  });

/** As if a minute had passed: what a dead worker had leased is free. */
const endLeases = () => db.longJobStep.updateMany({ data: { leasedUntil: new Date(0) } });

const workers: ChildProcess[] = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
});

async function finish(id: string) {
  await endLeases();
  const worker = start();
  workers.push(worker);
  await expect
    .poll(() => db.longJob.findUniqueOrThrow({ where: { id } }).then((job) => job.recordedAt), { timeout: 60_000 })
    .not.toBeNull();
  await sweepLongJobs();
  await expect.poll(() => db.longJobStep.count({ where: { jobId: id } }), { timeout: 20_000 }).toBe(0);
  worker.kill("SIGKILL");
  const job = await db.job.findUniqueOrThrow({ where: { trackingId: id } });
  return { job, words: await readWords({ ...job, editsObject: null }) };
}

test.each(longJobFailpoints.flatMap((point) => [[point, "recording"] as const, [point, "text"] as const]))(
  "a worker killed at %s of a %s, twice, leaves a job that is charged once and has every word once",
  async (point, kind) => {
    const whole = await finish(await kinds[kind]());
    const id = await kinds[kind]();
    for (const _ of [1, 2]) {
      await endLeases();
      const worker = start(point);
      // Once the job is recorded there is nothing left at which to be killed again.
      const isOver = async () => (await db.longJob.findUniqueOrThrow({ where: { id } })).recordedAt !== null;
      expect((await once(worker, "close"))[1]).toBe("SIGKILL");
      if (await isOver()) break;
    }
    const { job, words } = await finish(id);
    expect(words).toBe(whole.words);
    expect(job).toMatchObject({ status: "completed", amountMilli: whole.job.amountMilli });
    expect([job.units, job.fileSizeBytes]).toEqual([whole.job.units, whole.job.fileSizeBytes]);
    const charges = await chargesOf(id);
    expect(charges.reduce((sum, { amountMilli }) => sum + amountMilli, 0n)).toBe(job.amountMilli);
    expect(charges).toHaveLength((await chargesOf(whole.job.trackingId)).length);
  },
  180_000,
);

test("what dead workers left in the store is found and deleted", async () => {
  clock.advance(hours(1));
  await scanForOrphans();
  const names: string[] = [];
  for await (const { object } of objectStore().list()) names.push(object);
  const jobs = await db.job.findMany({ select: { contentObject: true, audioObject: true, inputObject: true } });
  const results = jobs.flatMap((job) => [job.contentObject, job.audioObject, job.inputObject]);
  const uploads = await db.uploadPiece.findMany({ select: { object: true } });
  expect(names.filter((name) => !results.includes(name) && !uploads.some(({ object }) => object === name))).toEqual([]);
});
