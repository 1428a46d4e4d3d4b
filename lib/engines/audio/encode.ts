import "server-only";
import type { Audio, Encoding } from "@/lib/engines/audio/formats";
import { describeEncoded, type EncodedAudio } from "./encoded";
import { encodeAlaw, encodeMulaw } from "./g711";
import { encodeMp3 } from "./mp3";
import { encodeOpus } from "./opus";
import { resample } from "./resample";
import { encodePcm, encodeWav } from "./wav";

/** Polled during long work, which ends early with a meaningless result once it returns true. */
export type IsStopped = () => boolean;

type Encoder = (audio: Audio, isStopped: IsStopped) => Promise<Uint8Array<ArrayBuffer>>;

/** Encoders of single samples, which need no others. */
export const sampled = { pcm: encodePcm, mulaw: encodeMulaw, alaw: encodeAlaw };

const compressed: Record<"mp3" | "opus", Encoder> = { mp3: encodeMp3, opus: encodeOpus };

/** The rate of G.711 on every telephone network (ITU-T G.711). */
const telephoneRate = 8000;

/** The rate of `pcm` where none is requested: that of OpenAI's API, which its clients expect. */
const pcmRate = 24_000;

export const defaultRates = { pcm: pcmRate, mulaw: telephoneRate, alaw: telephoneRate };

/** Blocks its thread for about 10 ms per second of audio: for worker threads, through `encodeInPool`. */
export async function encode(audio: Audio, encoding: Encoding, isStopped: IsStopped): Promise<EncodedAudio> {
  return describeEncoded(audio, encoding, await encodeBytes(audio, encoding, isStopped));
}

async function encodeBytes(audio: Audio, { format, sampleRate, container }: Encoding, isStopped: IsStopped) {
  if (format === "mp3" || format === "opus") return compressed[format](audio, isStopped);
  if (format === "wav") return encodeWav(resample(audio, sampleRate ?? audio.sampleRate));
  const resampled = resample(audio, sampleRate ?? defaultRates[format]);
  if (container === "wav") return encodeWav(resampled, format);
  return sampled[format](resampled.samples);
}
