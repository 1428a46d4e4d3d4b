import "server-only";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { dataLast, fastStart, openOgg, wholePackets } from "@/lib/engines/audio/decoding/containers";
import { hasFfmpeg, startFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { seconds } from "@/lib/platform/clock";
import { AppError, asAborted } from "@/lib/platform/errors";
import { unsupportedAudio } from "./accepted";
import type { Audio } from "./formats";
import { ChannelMix } from "./mix";
import type { AudioFile, Sniffed } from "./sniff";

/** At 16 kHz, as recognizers require: all channels mixed, or, when channels are kept apart, the first and `second`. */
export type Decoded = Audio & { second?: Float32Array; durationSeconds: number };

export const decodedRate = 16_000;

/** `isSeparate`: keeps left and right apart. Mono has two equal channels then, and of more channels a stereo mix is made. */
type DecodeOptions = { signal: AbortSignal; maxSeconds: number; isSeparate?: boolean };

const longestMs = seconds(60);

/** After this many chunks, other work gets its turn on this thread. */
const piecesAtOnce = 16;

type File = AudioFile & Pick<Sniffed, "container"> & Partial<Sniffed>;

/** Sandboxed; the caller limits how many run. Throws AUDIO_UNSUPPORTED without a decoder, AUDIO_*, CLIENT_CLOSED. */
export async function decode(file: File, options: DecodeOptions): Promise<Decoded> {
  if (!hasFfmpeg()) throw unsupportedAudio();
  return run(file, options);
}

async function run(file: File, { signal, maxSeconds, isSeparate = false }: DecodeOptions): Promise<Decoded> {
  // Before the process starts, because invalid files may be detected here.
  const source = await openSource(file);
  const channels = isSeparate ? 2 : "all";
  const decoding = startFfmpeg(file.container, {
    source,
    sampleRate: decodedRate,
    maxSeconds,
    channels,
    signal,
    longestMs,
  });
  const { output } = decoding;
  try {
    const sound = isSeparate ? await collectApart(output, maxSeconds) : await collectMixed(output, maxSeconds);
    const code = await decoding.closed;
    if (signal.aborted) throw asAborted(signal);
    const isDecoded = sound.samples.length > 0;
    if (code === null || (code !== 0 && !isDecoded)) throw new AppError("AUDIO_INVALID", { param: "file" });
    if (!isDecoded) throw new AppError("AUDIO_EMPTY", { param: "file" });
    return { ...sound, sampleRate: decodedRate, durationSeconds: sound.samples.length / decodedRate };
  } finally {
    decoding.end();
  }
}

async function openSource({ path, bytes, container, start = 0 }: File): Promise<Readable> {
  // Copied, since the index of an MP4 is changed.
  const read = async () => (bytes ? Buffer.from(bytes) : await readFile(path)).subarray(start);
  if (container === "mp4") return Readable.from(fastStart(await read()));
  if (container === "caf") return Readable.from(dataLast(await read()));
  const isOggAlone = container === "ogg" && start === 0;
  if (bytes) return Readable.from(isOggAlone ? wholePackets(bytes) : [bytes.subarray(start)]);
  return isOggAlone ? openOgg(path) : createReadStream(path, { start });
}

type Sound = Pick<Decoded, "samples" | "second">;

/** 16-bit samples in chunks that end between samples. */
async function* readSamples(output: AsyncIterable<Buffer>): AsyncGenerator<Int16Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const samples = Int16Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(at * 2));
    rest = bytes.subarray(samples.length * 2);
    if (samples.length > 0) yield samples;
  }
}

/** Far more than any recording has. */
const mostChannels = 64;

/** Mixes a WAV file that FFmpeg writes. */
async function collectMixed(output: Readable, maxSeconds: number): Promise<Sound> {
  const chunks = output.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  let data = -1;
  while (data < 0) {
    const { done, value } = await chunks.next();
    if (done) return { samples: new Float32Array(0) };
    head = Buffer.concat([head, value]);
    data = head.indexOf("data", 12, "latin1");
    if (head.length < data + 8) data = -1;
  }
  const channels = head.readUInt16LE(22);
  if (channels < 1 || channels > mostChannels) throw new AppError("AUDIO_INVALID", { param: "file" });
  const mix = new ChannelMix(channels, decodedRate);
  let samples = 0;
  async function* sound() {
    yield head.subarray(data + 8);
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  for await (const piece of readSamples(sound())) {
    samples += piece.length;
    if (samples > maxSeconds * decodedRate * channels) throw new AppError("AUDIO_TOO_LONG", { param: "file" });
    mix.add(piece, 1 / 32_768);
  }
  const steps = mix.finishInSteps();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { samples: value };
    await turn();
  }
}

/** Keeps the two channels apart that FFmpeg writes as raw samples. */
async function collectApart(output: Readable, maxSeconds: number): Promise<Sound> {
  const pieces: Int16Array[] = [];
  let count = 0;
  for await (const piece of readSamples(output as AsyncIterable<Buffer>)) {
    count += piece.length;
    if (count > maxSeconds * decodedRate * 2) throw new AppError("AUDIO_TOO_LONG", { param: "file" });
    pieces.push(piece);
  }
  const length = count >> 1;
  const [samples, second] = [new Float32Array(length), new Float32Array(length)];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    for (const sample of piece) {
      (at % 2 === 1 ? second : samples)[at >> 1] = sample / 32_768;
      at++;
    }
    // Converting half an hour of samples at once would block all other requests.
    if (index % piecesAtOnce === 0) await turn();
  }
  return { samples, second };
}

/** From this correlation on two channels have the same sound; that of two sides of a call is far lower, even with an echo. */
const leastCorrelation = 0.999;

/** The channels that differ. Mono in two channels is one, also if one of them is quieter or in opposite phase. */
export function differentChannels(decoded: Decoded): Audio[] {
  const { second, sampleRate } = decoded;
  if (!second) return [decoded];
  // Without the other channel, which would be sent along to the engine.
  const first = { samples: decoded.samples, sampleRate };
  return areEqual(first.samples, second) ? [first] : [first, { samples: second, sampleRate }];
}

function areEqual(one: Float32Array, other: Float32Array): boolean {
  let [product, power, otherPower] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [left, right] = [one[at] as number, other[at] as number];
    product += left * right;
    power += left * left;
    otherPower += right * right;
  }
  if (power === 0 || otherPower === 0) return power === otherPower;
  return Math.abs(product) / Math.sqrt(power * otherPower) >= leastCorrelation;
}
