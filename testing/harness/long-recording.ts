import { Readable } from "node:stream";
import { beginWav } from "@/lib/engines/audio/wav";

const sampleRate = 16_000;

/** Between two paragraphs: enough of a pause to cut at. */
const pauseSeconds = 1;

type Server = { url: string; key: string };

/** A text in the embedded northern voice, which the demonstration recognizer knows, as a file of 16 kHz. */
export async function speak({ url, key }: Server, text: string): Promise<Buffer> {
  const response = await fetch(`${url}/tts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text, voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav", sampleRate }),
  });
  const { audioUrl, message } = (await response.json()) as { audioUrl?: string; message?: string };
  if (!audioUrl) throw new Error(`The text was not read aloud: ${message}`);
  const { pathname, search } = new URL(audioUrl);
  return Buffer.from(await (await fetch(url + pathname + search)).arrayBuffer());
}

export type LongRecording = { sizeBytes: number; seconds: number; paragraphSeconds: number; read: () => Readable };

/** A recording of the paragraph again and again, for about so many minutes. It is never in memory. */
export function repeated(wav: Buffer, minutes: number): LongRecording {
  const samples = wav.subarray(44, 44 + wav.readUInt32LE(40));
  const paragraph = Buffer.concat([samples, Buffer.alloc(pauseSeconds * sampleRate * 2)]);
  const paragraphSeconds = paragraph.length / 2 / sampleRate;
  const repeats = Math.ceil((minutes * 60) / paragraphSeconds);
  const head = beginWav(sampleRate, "pcm", repeats * paragraph.length);
  function* all() {
    yield head;
    for (let at = 0; at < repeats; at++) yield paragraph;
  }
  return {
    sizeBytes: head.length + repeats * paragraph.length,
    seconds: repeats * paragraphSeconds,
    paragraphSeconds,
    read: () => Readable.from(all()),
  };
}

/** Uploads a recording in one request, and returns the upload's id. */
export async function upload({ url, key }: Server, recording: LongRecording): Promise<string> {
  // The types of `fetch` do not know `duplex`, which a body that is read as it is sent needs.
  const request = {
    method: "POST",
    headers: {
      "x-api-key": key,
      "tus-resumable": "1.0.0",
      "upload-length": String(recording.sizeBytes),
      "content-type": "application/offset+octet-stream",
    },
    body: Readable.toWeb(recording.read()) as ReadableStream,
    duplex: "half",
  };
  const response = await fetch(`${url}/uploads`, request);
  const { uploadId, receivedBytes, message } = (await response.json()) as Record<string, unknown>;
  if (receivedBytes !== recording.sizeBytes) throw new Error(`The recording was not uploaded: ${message}`);
  return String(uploadId);
}

export type JobState = { status: string; progress: number; secondsTotal: number | null; chargeVnd: number };

export async function createJob({ url, key }: Server, uploadId: string): Promise<string> {
  const response = await fetch(`${url}/jobs`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ kind: "stt", uploadId, modelId: "vang-demo-stt", formatting: "none" }),
  });
  const { jobId, message } = (await response.json()) as Record<string, unknown>;
  if (!jobId) throw new Error(`The job was not created: ${message}`);
  return String(jobId);
}

export const readJob = async ({ url, key }: Server, id: string): Promise<JobState> =>
  (await fetch(`${url}/jobs/${id}`, { headers: { "x-api-key": key } })).json() as Promise<JobState>;
