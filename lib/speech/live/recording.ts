import "server-only";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { toInt16 } from "@/lib/engines/audio/bytes";
import { decodedRate } from "@/lib/engines/audio/decode";
import { sparkOf } from "@/lib/engines/audio/spark";
import { newToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { GrowingFile } from "@/lib/platform/objects/files/growing-file";
import type { Call } from "@/lib/speech/call";
import { type RecognizedContent, storeContent, storeContentAndFile } from "@/lib/speech/content";
import { marksOf } from "@/lib/speech/marks";

const headerBytes = 44;

/** So much is written at a time: two seconds of one channel. */
const writtenBytes = 64 * 1024;

/** The loudest sample of so many is kept for the small wave: 10 ms. */
const peakSamples = decodedRate / 100;

/** The sound of a live transcription as a WAV file of 16 kHz, while it comes. */
export class Recording {
  readonly #file: GrowingFile;
  readonly #channels: number;
  readonly #peaks: number[] = [];
  /** Not written yet: sound comes in pieces of 100 ms, of many sessions at a time. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  private constructor(file: GrowingFile, channels: number) {
    this.#file = file;
    this.#channels = channels;
  }

  static async create(channels: number): Promise<Recording> {
    const file = await GrowingFile.create(join(env.VANG_DATA, "uploads", newToken()));
    await file.append(new Uint8Array(headerBytes));
    return new Recording(file, channels);
  }

  get path(): string {
    return this.#file.path;
  }

  get size(): number {
    return this.#file.size + this.#waitingBytes;
  }

  async append(channels: readonly Float32Array[]): Promise<void> {
    const [first = new Float32Array(0)] = channels;
    for (let at = 0; at < first.length; at += peakSamples)
      this.#peaks.push(first.subarray(at, at + peakSamples).reduce((most, one) => Math.max(most, Math.abs(one)), 0));
    if (channels.length === 1) return this.#write(new Uint8Array(toInt16(first).buffer));
    const interleaved = new Float32Array(first.length * channels.length);
    for (const [channel, samples] of channels.entries())
      for (let at = 0; at < samples.length; at++) interleaved[at * channels.length + channel] = samples[at] as number;
    return this.#write(new Uint8Array(toInt16(interleaved).buffer));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= writtenBytes) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#file.append(bytes);
  }

  /** The file is whole; returns its small wave. */
  async finish(): Promise<string> {
    await this.#flush();
    await this.#file.replaceStart(header(this.#file.size - headerBytes, this.#channels));
    await this.#file.finish();
    return sparkOf(Float32Array.from(this.#peaks));
  }

  async remove(): Promise<void> {
    await this.#file.finish().catch(() => undefined);
    await rm(this.#file.path, { force: true });
  }
}

/** Stores what is kept of a session: its transcript, and its sound if there is any. */
export async function storeSession(call: Call, content: RecognizedContent, recording: Recording | null) {
  if (call.caller.keepsNothing)
    return { audioObject: null, audioFormat: null, contentObject: null, inputObject: null, fileSizeBytes: "0" };
  const spark = await recording?.finish();
  const size = recording?.size ?? 0;
  const stored = recording
    ? await storeContentAndFile(content, recording.path, "wav")
    : { contentObject: await storeContent(content), fileObject: null };
  return {
    audioObject: null,
    audioFormat: recording ? "wav" : null,
    contentObject: stored.contentObject,
    inputObject: stored.fileObject,
    fileSizeBytes: String(size),
    ...(spark && { spark }),
    marks: marksOf(call.caller.businessId, `${content.transcript} ${content.raw?.transcript ?? ""}`),
  };
}

/** Canonical WAV (Microsoft RIFF): 16-bit samples, little endian. */
function header(dataBytes: number, channels: number): Uint8Array {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(dataBytes + headerBytes - 8, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(decodedRate, 24);
  bytes.writeUInt32LE(decodedRate * channels * 2, 28);
  bytes.writeUInt16LE(channels * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}
