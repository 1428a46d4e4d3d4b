import "server-only";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import pLimit from "p-limit";
import { seconds } from "@/lib/clock";
import { Refusal } from "@/lib/errors";
import { fastStart } from "./decoding/fast-start";
import { hasFfmpeg, kill, startFfmpeg } from "./decoding/ffmpeg";
import type { AudioContainer } from "./sniff";

/** Mono, at 16 kHz: what recognisers take. */
export type Decoded = { samples: Float32Array; sampleRate: number; durationSeconds: number };

export const decodedRate = 16_000;

type DecodeOptions = { signal: AbortSignal; maxSeconds: number };

/** A decoder that has not come to its end by then hangs. */
const longestMs = seconds(60);

const samplesAtOnce = 1 << 20;

const limit = pLimit(availableParallelism());

/**
 * The sound in a file of someone else's, decoded by a confined process. Throws AUDIO_UNSUPPORTED where there is no
 * decoder, AUDIO_INVALID when it is no sound, AUDIO_EMPTY, AUDIO_TOO_LONG, and CLIENT_CLOSED when the signal aborts.
 */
export function decode(file: { path: string; container: AudioContainer }, options: DecodeOptions): Promise<Decoded> {
  if (!hasFfmpeg()) throw new Refusal("AUDIO_UNSUPPORTED", { param: "file", message: "speech.onlyWav" });
  return limit(() => run(file, options));
}

async function run(
  { path, container }: { path: string; container: AudioContainer },
  { signal, maxSeconds }: DecodeOptions,
) {
  if (signal.aborted) throw new Refusal("CLIENT_CLOSED");
  const child = startFfmpeg(container, { sampleRate: decodedRate, maxSeconds });
  const end = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const stop = () => kill(child);
  end.addEventListener("abort", stop, { once: true });
  try {
    const source = container === "mp4" ? Readable.from(fastStart(await readFile(path))) : createReadStream(path);
    // A decoder that has what it needs closes its end early: that is no failure.
    const feeding = pipeline(source, child.stdin as NodeJS.WritableStream).catch(() => undefined);
    const pieces = await collect(child.stdout as Readable, maxSeconds);
    await feeding;
    if (signal.aborted) throw new Refusal("CLIENT_CLOSED");
    return await measure(pieces);
  } finally {
    end.removeEventListener("abort", stop);
    stop();
  }
}

async function collect(output: Readable, maxSeconds: number): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of output) {
    bytes += piece.length;
    if (bytes > maxSeconds * decodedRate * 2) throw new Refusal("AUDIO_TOO_LONG", { param: "file" });
    pieces.push(piece);
  }
  return pieces;
}

async function measure(pieces: Buffer[]): Promise<Decoded> {
  const pcm = Buffer.concat(pieces);
  if (pcm.length < 2) throw new Refusal("AUDIO_INVALID", { param: "file" });
  const samples = new Float32Array(Math.floor(pcm.length / 2));
  for (let at = 0; at < samples.length; at++) {
    samples[at] = pcm.readInt16LE(at * 2) / 32_768;
    // Half an hour of samples would keep everybody else waiting.
    if (at % samplesAtOnce === samplesAtOnce - 1) await turn();
  }
  return { samples, sampleRate: decodedRate, durationSeconds: samples.length / decodedRate };
}
