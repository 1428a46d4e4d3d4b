import "server-only";
import { readFileSync } from "node:fs";
import { move, transferableSymbol, valueSymbol } from "piscina";
import type { Decoded } from "@/lib/audio/decode";
import { decodeWav as decodeWavFile } from "@/lib/audio/decoding/decode-wav";
import { encode as encodeAudio } from "@/lib/audio/encode";
import type { EncodedAudio } from "@/lib/audio/encoded";
import type { Audio, Encoding } from "@/lib/audio/formats";
import { AppError, type ErrorCode } from "@/lib/errors";
import { loadRecognizer } from "./providers/demo/load";
import { type Recognition, recognize as recognizeSound } from "./providers/demo/recognize";
import type { Recognizer } from "./providers/demo/recognize-piece";
import { loadEspeak, type Utterance, utter } from "./providers/espeak/engine";

// The pool counts a thread as ready after this.
const espeak = await loadEspeak();

/** Set to 1 when the caller gives up. Shared with the calling thread. */
export type StopFlag = Int32Array<SharedArrayBuffer>;

export type SynthesizeTask = { utterance: Utterance; stop: StopFlag };
export type EncodeTask = { audio: Audio; encoding: Encoding; stop: StopFlag };

export function synthesize({ utterance, stop }: SynthesizeTask): Audio {
  const isStopped = () => Atomics.load(stop, 0) === 1;
  const audio = isStopped() ? { samples: new Float32Array(0), sampleRate: 0 } : utter(espeak, utterance, isStopped);
  return handOver(audio, audio.samples.buffer);
}

export async function encode({ audio, encoding, stop }: EncodeTask): Promise<EncodedAudio> {
  const encoded = await encodeAudio(audio, encoding, () => Atomics.load(stop, 0) === 1);
  return handOver(encoded, encoded.bytes.buffer);
}

export type DecodeWavTask = { path: string; sampleRate: number; maxSeconds: number };

/**
 * Errors are returned by their code, since classes do not survive the transfer between threads; null for a WAV file
 * with a codec.
 */
export function decodeWav({ path, sampleRate, maxSeconds }: DecodeWavTask): Decoded | { refused: ErrorCode } | null {
  try {
    const decoded = decodeWavFile(readFileSync(path), sampleRate, maxSeconds);
    return decoded && handOver(decoded, decoded.samples.buffer);
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    throw error;
  }
}

export type RecognizeTask = { audio: Audio; stop: StopFlag };

let recognizer: Promise<Recognizer> | undefined;

/** The recognizer is loaded by the first call that needs it, since many installations never use it. */
export async function recognize({ audio, stop }: RecognizeTask): Promise<Recognition> {
  recognizer ??= loadRecognizer().catch((error: unknown) => {
    recognizer = undefined;
    throw error;
  });
  return recognizeSound(await recognizer, audio, () => Atomics.load(stop, 0) === 1);
}

/** Resolves in a thread that has loaded its engine. */
export const ready = (): true => true;

export default ready;

/** Transfers the memory instead of copying it. */
const handOver = <Value extends object>(value: Value, memory: ArrayBufferLike): Value =>
  move({ [transferableSymbol]: memory, [valueSymbol]: value }) as Value;
