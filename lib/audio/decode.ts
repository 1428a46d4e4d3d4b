import "server-only";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import { seconds } from "@/lib/clock";
import { AppError, asAborted } from "@/lib/errors";
import { fastStart } from "./decoding/fast-start";
import { hasFfmpeg, kill, startFfmpeg } from "./decoding/ffmpeg";
import { openOgg } from "./decoding/open-ogg";
import type { AudioContainer } from "./sniff";

/** At 16 kHz, as recognizers require: all channels mixed, or, when channels are kept apart, the first and `second`. */
export type Decoded = { samples: Float32Array; second?: Float32Array; sampleRate: number; durationSeconds: number };

export const decodedRate = 16_000;

/** `isSeparate`: keeps left and right apart. Mono has two equal channels then, and of more channels a stereo mix is made. */
type DecodeOptions = { signal: AbortSignal; maxSeconds: number; isSeparate?: boolean };

/** A decoder still running after this hangs. */
const longestMs = seconds(60);

/** After this many chunks, other work gets its turn on this thread. */
const piecesAtOnce = 16;

type File = { path: string; container: AudioContainer };

/** Sandboxed; the caller limits how many run. Throws AUDIO_UNSUPPORTED without a decoder, AUDIO_*, CLIENT_CLOSED. */
export async function decode(file: File, options: DecodeOptions): Promise<Decoded> {
  if (!hasFfmpeg()) throw new AppError("AUDIO_UNSUPPORTED", { param: "file", message: "speech.onlyWav" });
  return run(file, options);
}

async function run(file: File, { signal, maxSeconds, isSeparate = false }: DecodeOptions): Promise<Decoded> {
  // Before the process starts, because invalid files may be detected here.
  const source = await openSource(file);
  const channels = isSeparate ? 2 : 1;
  const child = startFfmpeg(file.container, { sampleRate: decodedRate, maxSeconds, channels });
  const stop = () => kill(child);
  const timer = setTimeout(stop, longestMs);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  // A process that cannot be started closes without an exit code.
  child.on("error", () => undefined);
  const closed = new Promise<number | null>((done) => child.once("close", done));
  try {
    // A decoder that has enough input closes its stdin early, which is no error.
    pipeline(source, child.stdin as NodeJS.WritableStream).catch(() => undefined);
    const pieces = await collect(child.stdout as Readable, maxSeconds * decodedRate * channels);
    const code = await closed;
    if (signal.aborted) throw asAborted(signal);
    if (code === null || (code !== 0 && pieces.length === 0)) throw new AppError("AUDIO_INVALID", { param: "file" });
    return await join(pieces, channels);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    stop();
  }
}

async function openSource({ path, container }: File): Promise<Readable> {
  if (container === "mp4") return Readable.from(fastStart(await readFile(path)));
  return container === "ogg" ? openOgg(path) : createReadStream(path);
}

/** 16-bit samples in chunks that end between samples. */
async function collect(output: Readable, most: number): Promise<Int16Array[]> {
  const pieces: Int16Array[] = [];
  let samples = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const piece = Int16Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(at * 2));
    rest = bytes.subarray(piece.length * 2);
    samples += piece.length;
    if (samples > most) throw new AppError("AUDIO_TOO_LONG", { param: "file" });
    if (piece.length > 0) pieces.push(piece);
  }
  return pieces;
}

async function join(pieces: Int16Array[], channels: 1 | 2): Promise<Decoded> {
  const length = Math.floor(pieces.reduce((sum, piece) => sum + piece.length, 0) / channels);
  if (length === 0) throw new AppError("AUDIO_EMPTY", { param: "file" });
  const [samples, second] = [new Float32Array(length), new Float32Array(channels === 2 ? length : 0)];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    for (const sample of piece) {
      const isSecond = channels === 2 && at % 2 === 1;
      (isSecond ? second : samples)[channels === 2 ? at >> 1 : at] = sample / 32_768;
      at++;
    }
    // Converting half an hour of samples at once would block all other requests.
    if (index % piecesAtOnce === 0) await turn();
  }
  const decoded = { samples, sampleRate: decodedRate, durationSeconds: length / decodedRate };
  return channels === 2 ? { ...decoded, second } : decoded;
}
