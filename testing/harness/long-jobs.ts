import { expect } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { audit } from "@/lib/money/wallet/books/differences";
import { compareJobs } from "@/lib/money/wallet/books/uncharged";
import { db, sql } from "@/lib/platform/db";
import { chunkLengths } from "@/lib/speech/jobs/recordings/prepare";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import { startApi } from "./api";
import { startSttApi } from "./stt-api";

type Job = { jobId: string; status: string; chargeVnd: number; resultCode: string | null; progress: number };

/** A tone with a pause every two seconds. */
export async function recordingOf(length: number): Promise<Uint8Array<ArrayBuffer>> {
  const samples = makeTone(220, 16_000, length);
  for (let at = 2; at < length; at += 2) samples.fill(0, at * 16_000, (at + 0.4) * 16_000);
  return new Uint8Array(await encodeWav({ samples, sampleRate: 16_000 }));
}

/** Uploads a file whole, and returns its id. */
async function sendUpload(api: Api, file: Uint8Array<ArrayBuffer>, key: string, name = "Họp.wav"): Promise<string> {
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-length": String(file.length),
    "upload-metadata": `filename ${Buffer.from(name).toString("base64")}`,
    "content-type": "application/offset+octet-stream",
  };
  const { json } = await api.call("POST", "/uploads", { key, body: file, headers });
  expect(json.receivedBytes).toBe(file.length);
  return String(json.uploadId);
}

type Api = Awaited<ReturnType<typeof startApi>>;

/** The API with a model whose engine is a fake, and a worker that cuts recordings into parts of six to nine seconds. */
export async function startJobsApi() {
  chunkLengths.shortestSeconds = 6;
  chunkLengths.longestSeconds = 9;
  const started = await startSttApi();
  const { api, key } = started;
  const read = async (id: string, secret = key) => (await api.get(`/jobs/${id}`, secret)).json as unknown as Job;
  return {
    ...started,
    read,
    upload: (file: Uint8Array<ArrayBuffer>, secret = key) => sendUpload(api, file, secret),
    create: (body: object, headers: Record<string, string> = {}, secret = key) =>
      api.call("POST", "/jobs", { key: secret, json: { kind: "stt", modelId: "listener", ...body }, headers }),
    reach: (id: string, status: string, secret = key) =>
      expect.poll(async () => (await read(id, secret)).status, { timeout: 30_000, interval: 50 }).toBe(status),
  };
}

/** The API with the embedded voices and a worker, and a business that has texts read. */
export async function startReadingApi() {
  const api = await startApi();
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const key = await makeKey(member);
  const read = async (id: string, secret = key) => (await api.get(`/jobs/${id}`, secret)).json as unknown as Job;
  return {
    api,
    key,
    member,
    read,
    upload: (file: Uint8Array<ArrayBuffer>, name: string) => sendUpload(api, file, key, name),
    create: (body: object, headers: Record<string, string> = {}, secret = key) =>
      api.call("POST", "/jobs", { key: secret, json: { kind: "tts", voiceId: "north-linh", ...body }, headers }),
    reach: (id: string, status: string, secret = key) =>
      expect.poll(async () => (await read(id, secret)).status, { timeout: 30_000, interval: 50 }).toBe(status),
    close: () => api.close(),
  };
}

export const chargesOf = (trackingId: string) => db.transfer.findMany({ where: { kind: "charge", trackingId } });

/** Everything that the books compare. */
export async function expectBooks() {
  expect(await audit()).toEqual([]);
  expect((await compareJobs(sql)).differences).toEqual([]);
  expect(await db.hold.count({ where: { status: "open" } })).toBe(0);
}
