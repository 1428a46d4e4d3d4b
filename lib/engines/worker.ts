import "server-only";
import { readFileSync } from "node:fs";
import { move, transferableSymbol, valueSymbol } from "piscina";
import type { Decoded } from "@/lib/audio/decode";
import { decodeWav as decodeWavFile } from "@/lib/audio/decoding/decode-wav";
import { encode as encodeAudio } from "@/lib/audio/encode";
import type { EncodedAudio } from "@/lib/audio/encoded";
import type { Audio, AudioFormat } from "@/lib/audio/formats";
import { Refusal, type RefusalCode } from "@/lib/errors";
import type { Recogniser } from "./providers/demo/hear-piece";
import { loadRecogniser } from "./providers/demo/load";
import { type Recognition, recognise as recogniseSound } from "./providers/demo/recognise";
import { loadEspeak, type Utterance, utter } from "./providers/espeak/engine";

// The thread counts as ready only when this has ended.
const espeak = await loadEspeak();

/** Becomes 1 when nobody waits for the answer any more. Shared with the thread that asked. */
export type StopFlag = Int32Array<SharedArrayBuffer>;

export type SynthesizeTask = { utterance: Utterance; stop: StopFlag };
export type EncodeTask = { audio: Audio; format: AudioFormat; stop: StopFlag };

export function synthesize({ utterance, stop }: SynthesizeTask): Audio {
  const isStopped = () => Atomics.load(stop, 0) === 1;
  const audio = isStopped() ? { samples: new Float32Array(0), sampleRate: 0 } : utter(espeak, utterance, isStopped);
  return handOver(audio, audio.samples.buffer);
}

export async function encode({ audio, format, stop }: EncodeTask): Promise<EncodedAudio> {
  const encoded = await encodeAudio(audio, format, () => Atomics.load(stop, 0) === 1);
  return handOver(encoded, encoded.bytes.buffer);
}

export type DecodeWavTask = { path: string; sampleRate: number; maxSeconds: number };

/** A Refusal by its code, since a class does not survive the way between threads; null for a file that holds a codec. */
export function decodeWav({ path, sampleRate, maxSeconds }: DecodeWavTask): Decoded | { refused: RefusalCode } | null {
  try {
    const decoded = decodeWavFile(readFileSync(path), sampleRate, maxSeconds);
    return decoded && handOver(decoded, decoded.samples.buffer);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    throw error;
  }
}

export type RecogniseTask = { audio: Audio; stop: StopFlag };

let recogniser: Promise<Recogniser> | undefined;

/** The recogniser is loaded by the first call that needs it: many installations never do. */
export async function recognise({ audio, stop }: RecogniseTask): Promise<Recognition> {
  recogniser ??= loadRecogniser().catch((error: unknown) => {
    recogniser = undefined;
    throw error;
  });
  return recogniseSound(await recogniser, audio, () => Atomics.load(stop, 0) === 1);
}

/** Resolves in a thread that has loaded its engine. */
export const ready = (): true => true;

export default ready;

/** Moves the memory to the thread that asked instead of copying it. */
const handOver = <Value extends object>(value: Value, memory: ArrayBufferLike): Value =>
  move({ [transferableSymbol]: memory, [valueSymbol]: value }) as Value;
