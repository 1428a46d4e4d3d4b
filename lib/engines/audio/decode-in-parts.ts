import "server-only";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { dataLast, openMp4, openOgg } from "@/lib/engines/audio/decoding/containers";
import { hasFfmpeg, startFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { minutes } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { unsupportedAudio } from "./accepted";
import { decodedRate } from "./decode";
import { ChannelMix } from "./mix";
import type { Sniffed } from "./sniff";

/** The processor time of a decoder for each hour of sound, and at least: WMA, the slowest, takes half of it. */
const cpuSecondsPerHour = 60;
const leastCpuSeconds = 30;

const longestMs = minutes(15);

/** A Core Audio file is turned round in memory, so it cannot be longer. */
const longestCafBytes = 128 * 1024 * 1024;

/** So much sound is mixed at a time, in seconds. */
const partSeconds = 30;

/**
 * Decodes a recording of any length to one channel of 16 kHz, and yields it part by part: memory stays flat. A reader
 * that ends early ends the decoder. Throws AUDIO_UNSUPPORTED without FFmpeg, AUDIO_INVALID, AUDIO_EMPTY, AUDIO_TOO_LONG.
 */
export async function* decodeInParts(
  file: { path: string } & Sniffed,
  { signal, maxSeconds }: { signal: AbortSignal; maxSeconds: number },
): AsyncGenerator<Float32Array> {
  if (!hasFfmpeg()) throw unsupportedAudio();
  const source = await openSource(file);
  const cpuSeconds = leastCpuSeconds + Math.ceil((maxSeconds / 3600) * cpuSecondsPerHour);
  const decoding = startFfmpeg(file.container, {
    source,
    sampleRate: decodedRate,
    maxSeconds,
    channels: 2,
    signal,
    longestMs,
    cpuSeconds,
    isBackground: true,
  });
  try {
    let count = 0;
    for await (const stereo of readStereo(decoding.output)) {
      const mix = new ChannelMix(2, decodedRate);
      mix.add(stereo, 1 / 32_768);
      const mixed = mix.finish();
      count += mixed.length;
      if (count > maxSeconds * decodedRate) throw new AppError("AUDIO_TOO_LONG", { message: "jobs.tooLong" });
      yield mixed;
    }
    const code = await decoding.closed;
    if (signal.aborted) throw signal.reason;
    if (code === null || (code !== 0 && count === 0)) throw new AppError("AUDIO_INVALID");
    if (count === 0) throw new AppError("AUDIO_EMPTY");
  } finally {
    decoding.end();
  }
}

async function openSource({ path, container, start }: { path: string } & Sniffed): Promise<Readable> {
  if (container === "mp4") return openMp4(path, start);
  if (container === "ogg" && start === 0) return openOgg(path);
  if (container !== "caf") return createReadStream(path, { start });
  if ((await stat(path)).size > longestCafBytes) throw new AppError("AUDIO_TOO_LONG", { message: "jobs.cafTooLong" });
  return Readable.from(dataLast((await readFile(path)).subarray(start)));
}

/** 16-bit samples of two channels in turn, half a minute at a time. */
async function* readStereo(output: AsyncIterable<Buffer>): AsyncGenerator<Int16Array> {
  const size = partSeconds * decodedRate * 4;
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of output) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    const bytes = Buffer.concat(waiting);
    const whole = bytes.length - (bytes.length % size);
    for (let at = 0; at < whole; at += size) yield samplesOf(bytes.subarray(at, at + size));
    waiting = [bytes.subarray(whole)];
    length -= whole;
  }
  const rest = Buffer.concat(waiting);
  const frames = rest.subarray(0, rest.length - (rest.length % 4));
  if (frames.length > 0) yield samplesOf(frames);
}

/** Copied, since the samples of a buffer need not be aligned. */
const samplesOf = (bytes: Buffer): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);
