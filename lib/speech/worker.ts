import "server-only";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { type EncodedAudio, encode as encodeAudio } from "@/lib/audio/encode";
import type { Audio } from "./provider";
import { loadEspeak, type Utterance, utter } from "./providers/espeak/engine";
import type { AudioFormat } from "./schema";

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

/** Resolves in a thread that has loaded its engine. */
export const ready = (): true => true;

export default ready;

/** Moves the memory to the thread that asked instead of copying it. */
const handOver = <Value extends object>(value: Value, memory: ArrayBufferLike): Value =>
  move({ [transferableSymbol]: memory, [valueSymbol]: value }) as Value;
