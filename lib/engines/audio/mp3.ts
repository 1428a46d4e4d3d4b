import "server-only";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createEncoder } from "wasm-media-encoders";
import type { Audio } from "@/lib/engines/audio/formats";
import { joinBytes } from "./bytes";
import type { IsStopped } from "./encode";
import type { StreamEncoder } from "./encode-stream";
import { id3Tag } from "./id3";
import { writeInfoFrame } from "./mp3-info";
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
  return joinBytes([id3Tag, writeInfoFrame(stream, samples.length), stream]);
}

/** The same while the sound is made: without an Info frame, whose length is not known. Cut anywhere, it plays to there. */
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
