import "server-only";
import { readFileSync } from "node:fs";
import type { MessagePort } from "node:worker_threads";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { joinSamples } from "@/lib/engines/audio/bytes";
import type { Decoded } from "@/lib/engines/audio/decode";
import { decodeWav as decodeWavFile, type WavDecoding } from "@/lib/engines/audio/decoding/decode-wav";
import { encode as encodeAudio } from "@/lib/engines/audio/encode";
import type { EncodedAudio } from "@/lib/engines/audio/encoded";
import type { Audio, Encoding } from "@/lib/engines/audio/formats";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { loadRecognizer } from "./providers/demo/load";
import { type Recognition, recognize as recognizeSound } from "./providers/demo/recognize";
import type { Recognizer } from "./providers/demo/recognize-piece";
import { loadEspeak, type SpokenPart, type Utterance, utter, utterAsMade } from "./providers/espeak/engine";

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

/** `taken` counts the parts that the caller has taken; a few are made ahead. */
export type SynthesizeAsMadeTask = SynthesizeTask & { port: MessagePort; taken: StopFlag };

const mostAhead = 4;

/** The first part is sent as soon as it is made; the others are longer, since each message takes time. */
const partSeconds = { first: 0.05, others: 1 };

/** Sends the parts of an utterance to a port while it is made, and null after the last. Returns whether it is too long. */
export function synthesizeAsMade({ utterance, stop, port, taken }: SynthesizeAsMadeTask): { isTooLong: boolean } {
  const isStopped = () => Atomics.load(stop, 0) === 1;
  const sampleRate = espeak.get_samplerate();
  let sent = 0;
  let parts: SpokenPart[] = [];
  const send = () => {
    const samples = joinSamples(parts.map((part) => part.samples));
    const progress = parts.at(-1)?.progress ?? 1;
    const part = { samples, sampleRate, words: parts.flatMap(({ words }) => words), progress };
    parts = [];
    port.postMessage(part, [samples.buffer]);
    for (sent += 1; sent - Atomics.load(taken, 0) > mostAhead && !isStopped(); )
      Atomics.wait(taken, 0, Atomics.load(taken, 0), 50);
  };
  const take = (part: SpokenPart) => {
    parts.push(part);
    const length = parts.reduce((sum, { samples }) => sum + samples.length, 0);
    if (length > sampleRate * (sent === 0 ? partSeconds.first : partSeconds.others)) send();
    return isStopped();
  };
  const { isTooLong } = isStopped() ? { isTooLong: false } : utterAsMade(espeak, utterance, take);
  if (parts.length > 0) send();
  port.postMessage(null);
  port.close();
  return { isTooLong };
}

export async function encode({ audio, encoding, stop }: EncodeTask): Promise<EncodedAudio> {
  const encoded = await encodeAudio(audio, encoding, () => Atomics.load(stop, 0) === 1);
  return handOver(encoded, encoded.bytes.buffer);
}

export type DecodeWavTask = WavDecoding & { path: string };

/** Returns errors by code, since classes do not survive the transfer. Null for a file that it does not decode. */
export function decodeWav({ path, ...wanted }: DecodeWavTask): Decoded | { refused: ErrorCode } | null {
  try {
    const decoded = decodeWavFile(readFileSync(path), wanted);
    return decoded && handOver(decoded, decoded.samples.buffer, ...(decoded.second ? [decoded.second.buffer] : []));
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
const handOver = <Value extends object>(value: Value, ...memory: ArrayBufferLike[]): Value =>
  move({ [transferableSymbol]: memory, [valueSymbol]: value }) as Value;
