import "server-only";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createEncoder } from "wasm-media-encoders";
import type { Audio } from "@/lib/engines/audio/formats";
import { ascii, bigEndian, joinBytes } from "./bytes";
import type { IsStopped, StreamEncoder } from "./encoded";
import { id3Tag } from "./provenance";
import { resample } from "./resample";

const bitrate = 64;

/** Sample rates of MPEG-2, sufficient for speech. Other audio is resampled to the highest. */
const rates = [16_000, 22_050, 24_000];
const highestRate = 24_000;

const chunkSamples = 24_000;

const require = createRequire(import.meta.url);

let loading: ReturnType<typeof load> | undefined;

let compiling: Promise<WebAssembly.Module> | undefined;

async function load() {
  compiling ??= WebAssembly.compile(readFileSync(require.resolve("wasm-media-encoders/wasm/mp3")));
  return createEncoder("audio/mpeg", await compiling);
}

/** 64 kbit/s mono, with an ID3v2 tag and an Info frame, without which players count the encoder's padding as sound. */
export async function encodeMp3(audio: Audio, isStopped: IsStopped): Promise<Uint8Array<ArrayBuffer>> {
  loading ??= load();
  const encoder = await loading;
  const { samples, sampleRate } = rates.includes(audio.sampleRate) ? audio : resample(audio, highestRate);

  encoder.configure({ sampleRate, channels: 1, bitrate });
  const frames: Uint8Array[] = [];
  for (let at = 0; at < samples.length && !isStopped(); at += chunkSamples) {
    // Copied, since the encoder reuses its output buffer.
    frames.push(encoder.encode([samples.subarray(at, at + chunkSamples)]).slice());
  }
  frames.push(encoder.finalize().slice());
  const stream = joinBytes(frames);
  const count = countFrames(stream);
  const padding = Math.max(0, count * samplesPerFrame - encoderDelay - samples.length);
  return joinBytes([id3Tag, writeInfoFrame(stream, { frames: count, bytes: stream.length, padding }), stream]);
}

/** What `encodeMp3` made without its tag and its Info frame: such streams of one sample rate, one behind another, are one. */
export function soundFrames(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = id3Tag.length;
  return joinBytes([file.subarray(start + frameLength(file.subarray(start, start + 4)))]);
}

/** Encodes MP3 while the sound is made: without an Info frame, since the length is not known. Cut anywhere, it plays to there. */
export async function openMp3(inputRate: number): Promise<StreamEncoder> {
  const encoder = await load();
  const sampleRate = rates.includes(inputRate) ? inputRate : highestRate;
  encoder.configure({ sampleRate, channels: 1, bitrate });
  let head: Uint8Array = id3Tag;
  const withHead = (bytes: Uint8Array) => {
    const joined = joinBytes([head, bytes]);
    head = new Uint8Array(0);
    return joined;
  };
  return {
    sampleRate,
    push: (samples) => withHead(encoder.encode([samples])),
    end: () => ({ bytes: withHead(encoder.finalize()) }),
  };
}

const samplesPerFrame = 576;

/** Silence that the encoder adds at the start. */
const encoderDelay = 576;

/** After the header and the empty side information of a mono frame. */
const infoOffset = 4 + 9;

/**
 * Xing's "Info" frame with LAME's extension: the length, and how much silence players have to cut from each end. `stream`
 * begins with the header of its first frame; it has so many frames and bytes, and so many samples of silence at its end.
 */
export function writeInfoFrame(
  stream: Uint8Array,
  { frames, bytes, padding }: { frames: number; bytes: number; padding: number },
): Uint8Array {
  const header = stream.slice(0, 4);
  header[2] = (header[2] ?? 0) & ~0b10; // no padding byte
  const frame = new Uint8Array(frameLength(header));
  frame.set(header);
  frame.set(joinBytes([describeFrames(frames, bytes + frame.length), lameExtension(padding)]), infoOffset);
  return frame;
}

function describeFrames(frames: number, bytes: number): Uint8Array {
  const hasAllFields = 0b1111;
  const quality = 0;
  const seekTable = Uint8Array.from({ length: 100 }, (_, percent) => Math.round(percent * 2.55));
  return joinBytes([ascii("Info"), bigEndian(hasAllFields, frames, bytes), seekTable, bigEndian(quality)]);
}

function lameExtension(padding: number): Uint8Array {
  const extension = new Uint8Array(36);
  extension.set(ascii("LAME3.100"));
  extension.set([encoderDelay >> 4, ((encoderDelay & 0xf) << 4) | (padding >> 8), padding & 0xff], 21);
  return extension;
}

function countFrames(stream: Uint8Array): number {
  let frames = 0;
  for (let at = 0; at + 4 <= stream.length; at += frameLength(stream.subarray(at, at + 4))) frames++;
  return frames;
}

/** The length in bytes of the frame with this header. */
export function frameLength(header: Uint8Array): number {
  const [, , description = 0] = header;
  const bitrate = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][description >> 4];
  const sampleRate = [22_050, 24_000, 16_000][(description >> 2) & 0b11];
  if (!bitrate || !sampleRate) throw new Error("The MP3 encoder made no MPEG-2 frame.");
  return Math.floor((72_000 * bitrate) / sampleRate) + ((description >> 1) & 1);
}
