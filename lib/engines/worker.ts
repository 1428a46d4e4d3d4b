import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MessagePort } from "node:worker_threads";
import {
  diarize as diarizeFrames,
  type Line,
  loadRecognizer,
  measureVoice as measureVoiceOf,
  type Recognizer,
  recognize as recognizeSound,
  type Turn,
  type VoiceFrames,
} from "demo-recognizer";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { audioOfPcm, joinSamples } from "@/lib/engines/audio/bytes";
import type { Decoded } from "@/lib/engines/audio/decode";
import { decodeWav as decodeWavFile, type WavDecoding } from "@/lib/engines/audio/decoding/wav";
import { encode as encodeAudio } from "@/lib/engines/audio/encode";
import type { EncodedAudio } from "@/lib/engines/audio/encoded";
import type { Audio, Encoding } from "@/lib/engines/audio/formats";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { type Begun, loadEspeak, type SpokenPart, type Utterance, utterAsMade } from "./providers/espeak/engine";

// The pool counts a thread as ready after this.
const espeak = await loadEspeak();

/** Set to 1 when the caller gives up. Shared with the calling thread. */
export type StopFlag = Int32Array<SharedArrayBuffer>;

/** `begun`: where the turn before ended. */
export type SynthesizeTask = { utterance: Utterance; begun?: Begun; stop: StopFlag };
export type EncodeTask = { sound: Audio | Integers; encoding: Encoding; stop: StopFlag };

/** What of audio with `pcm` is sent between threads. */
type Integers = Required<Omit<Audio, "samples">>;

/** The next task goes on with `rest`, unless it is null. */
export type SpokenTurn = { sampleRate: number; length: number; isTooLong: boolean; rest: Begun | null };

/** A thread is held for about so much sound, and then as long as the clause lasts; other texts have their turns between. */
const turnSeconds = 10;

export function synthesize({
  utterance,
  begun,
  stop,
}: SynthesizeTask): SpokenTurn & { samples: Float32Array<ArrayBuffer> } {
  const isStopped = () => Atomics.load(stop, 0) === 1;
  const parts: Float32Array[] = [];
  const take = (part: SpokenPart) => {
    parts.push(part.samples);
    return isStopped();
  };
  const turn = isStopped() ? stoppedTurn : utterAsMade(espeak, utterance, take, { begun, turnSeconds });
  const samples = joinSamples(parts);
  return handOver({ ...turn, samples }, samples.buffer);
}

const stoppedTurn: SpokenTurn = { sampleRate: 0, length: 0, isTooLong: false, rest: null };

export type SynthesizeAsMadeTask = SynthesizeTask & { port: MessagePort };

/** The first part is sent as soon as it is made; the others are longer, since each message takes time. */
const partSeconds = { first: 0.05, others: 1 };

/** Sends the parts of a turn to a port while they are made, and null after the last. */
export function synthesizeAsMade({ utterance, begun, stop, port }: SynthesizeAsMadeTask): SpokenTurn {
  const isStopped = () => Atomics.load(stop, 0) === 1;
  const sampleRate = espeak.get_samplerate();
  let longest = sampleRate * (begun ? partSeconds.others : partSeconds.first);
  let [parts, length]: [SpokenPart[], number] = [[], 0];
  const send = () => {
    const samples = joinSamples(parts.map((part) => part.samples));
    const progress = parts.at(-1)?.progress ?? 1;
    const part = { samples, sampleRate, words: parts.flatMap(({ words }) => words), progress };
    [parts, length, longest] = [[], 0, sampleRate * partSeconds.others];
    port.postMessage(part, [samples.buffer]);
  };
  const take = (part: SpokenPart) => {
    parts.push(part);
    length += part.samples.length;
    if (length > longest) send();
    return isStopped();
  };
  const turn = isStopped() ? stoppedTurn : utterAsMade(espeak, utterance, take, { begun, turnSeconds });
  if (parts.length > 0) send();
  port.postMessage(null);
  port.close();
  return turn;
}

export async function encode({ sound, encoding, stop }: EncodeTask): Promise<EncodedAudio> {
  const audio = "samples" in sound ? sound : audioOfPcm(sound.pcm, sound.sampleRate);
  const encoded = await encodeAudio(audio, encoding, () => Atomics.load(stop, 0) === 1);
  return handOver(encoded, encoded.bytes.buffer);
}

export type DecodeWavTask = WavDecoding & { path: string };

export type DecodedInThread = Decoded | Integers;

/** Returns errors by code, since classes do not survive the transfer. Null for a file that it does not decode. */
export function decodeWav({ path, ...wanted }: DecodeWavTask): DecodedInThread | { refused: ErrorCode } | null {
  try {
    const decoded = decodeWavFile(readFileSync(path), wanted);
    if (!decoded) return null;
    const { pcm, second, sampleRate } = decoded;
    if (pcm) return handOver({ pcm, sampleRate }, pcm.buffer);
    return handOver(decoded, decoded.samples.buffer, ...(second ? [second.buffer] : []));
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    throw error;
  }
}

export type RecognizeTask = { audio: Audio; stop: StopFlag };

let recognizer: Promise<Recognizer> | undefined;

/** The recognizer is loaded by the first call that needs it, since many installations never use it. */
export async function recognize({ audio, stop }: RecognizeTask): Promise<Line[]> {
  recognizer ??= loadRecognizer(join(process.cwd(), "packages/demo-recognizer/model")).catch((error: unknown) => {
    recognizer = undefined;
    throw error;
  });
  return recognizeSound(await recognizer, audio, () => Atomics.load(stop, 0) === 1);
}

/** 25 seconds of sound take about 50 ms. */
export function measureVoice({ audio }: RecognizeTask): VoiceFrames {
  const frames = measureVoiceOf(audio);
  return handOver(frames, frames.data.buffer);
}

export const diarize = ({ frames, speakers }: { frames: VoiceFrames; speakers?: number }): Turn[] =>
  diarizeFrames(frames, speakers);

/** Resolves in a thread that has loaded its engine. */
export const ready = (): true => true;

export default ready;

/** Transfers the memory instead of copying it. */
const handOver = <Value extends object>(value: Value, ...memory: ArrayBufferLike[]): Value =>
  move({ [transferableSymbol]: memory, [valueSymbol]: value }) as Value;
