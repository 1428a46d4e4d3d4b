import "server-only";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import {
  joinFrames,
  joinParts,
  type Line,
  type Recognition,
  type VoiceFrames,
  type Turn as VoiceTurn,
} from "demo-recognizer";
import { Piscina } from "piscina";
import { audioOfPcm, joinSamples, lengthOf } from "@/lib/engines/audio/bytes";
import { type Decoded, decodedRate } from "@/lib/engines/audio/decode";
import { decodeWav, type WavDecoding } from "@/lib/engines/audio/decoding/wav";
import { describeEncoded, type EncodedAudio } from "@/lib/engines/audio/encoded";
import type { Audio, Encoding } from "@/lib/engines/audio/formats";
import type { AudioFile } from "@/lib/engines/audio/sniff";
import { encodeWav } from "@/lib/engines/audio/wav";
import { seconds } from "@/lib/platform/clock";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { perProcess } from "@/lib/platform/per-process";
import { isBackground, lowPriority } from "@/lib/platform/priority";
import { openedOnce, processWide } from "@/lib/platform/process-wide";
import { Arrivals } from "./arrivals";
import { splitAtPauses } from "./pauses";
import { ProviderError } from "./provider";
import type { Begun, SpokenPart, Utterance } from "./providers/espeak/engine";
import { FairTurns } from "./resilience/fair-turns";
import type { SpeakerTurn } from "./speakers";
import { stopped, untilAborted } from "./until-aborted";
import type { DecodedInThread, SpokenTurn, StopFlag } from "./worker";

const processors = perProcess(availableParallelism());

/** One more than the processors: one business may occupy all of those, and another still gets a thread. */
const threads = processors + 1;

/** About six seconds of waiting for sentences of 200 characters. */
const longestQueue = processors * 64;

/** Less than ten seconds at the sample rates of our voices. */
const shortSamples = 200_000;

/** A thread that does not stop within this time is terminated. */
const graceMs = seconds(5);

/** Half of a text's total budget; a call that starts later would not finish in time. */
const longestWaitMs = seconds(15);

type Turn = { owner?: string; signal: AbortSignal; isUrgent?: boolean };

const turns = processWide("speech turns", () => ({
  threads: new FairTurns({ places: threads, mostEach: processors, mostWaiting: longestQueue, longestWaitMs }),
  // Transcription occupies a thread for seconds, so one is kept for speech, which takes milliseconds.
  recognizers: new FairTurns({
    places: processors,
    mostEach: Math.max(1, processors - 1),
    mostWaiting: perProcess(32),
  }),
}));

const { get: pool, forget } = openedOnce("speech pool", open);

function open(): Piscina {
  const opened = new Piscina({
    filename: join(process.cwd(), ".build/speech-worker.mjs"),
    minThreads: threads,
    maxThreads: threads,
    niceIncrement: isBackground() ? lowPriority : 0,
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
  });
  opened.on("error", (error: Error) => log.error({ reason: error.message }, "a speech thread broke"));
  return opened;
}

/** Starts the threads and resolves when they can synthesize without delay. */
export async function warmPool(): Promise<void> {
  await Promise.all(Array.from({ length: threads }, () => pool().run(undefined, { name: "ready" })));
}

export async function closePool(): Promise<void> {
  await forget()?.destroy();
}

/**
 * Throws ProviderError: `busy` when too many wait, `timeout` at once when the signal aborts, `broken` otherwise. A long
 * text takes several turns of a thread, and nothing is rejected for waiting once it has begun. Too long a text gives
 * silence.
 */
export async function synthesizeInPool(utterance: Utterance, signal: AbortSignal, owner?: string): Promise<Audio> {
  const parts: Float32Array[] = [];
  for (let begun: Begun | undefined; ; ) {
    const turn = { owner, signal, isUrgent: begun !== undefined };
    const made = await run<SpokenTurn & Audio>("synthesize", { utterance, begun }, [], turn);
    const { samples, sampleRate, length, isTooLong, rest } = made;
    if (isTooLong) return { samples: new Float32Array(length), sampleRate };
    if (!rest && parts.length === 0) return { samples, sampleRate };
    parts.push(samples);
    if (!rest) return { samples: joinSamples(parts), sampleRate };
    begun = rest;
  }
}

/**
 * The same in parts; never `busy` if it is urgent. The next turn begins when the parts of the one before are taken.
 * Ending the iteration stops the engine.
 */
export async function* synthesizeAsMadeInPool(
  utterance: Utterance,
  signal: AbortSignal,
  owner?: string,
  isUrgent?: boolean,
): AsyncGenerator<SpokenPart & { sampleRate: number }, { isTooLong: boolean }> {
  const stop = newCounter();
  try {
    for (let begun: Begun | undefined; ; ) {
      const { port1: ours, port2: port } = new MessageChannel();
      const parts = new Arrivals<SpokenPart & { sampleRate: number }>();
      ours.on("message", (part) => (part ? parts.add(part) : parts.end()));
      const turn = { owner, signal, isUrgent: isUrgent || begun !== undefined };
      const work = run<SpokenTurn>("synthesizeAsMade", { utterance, begun, port }, [port], turn, stop);
      work.catch((error) => parts.fail(error));
      try {
        yield* parts;
      } finally {
        ours.close();
      }
      const { isTooLong, rest } = await work;
      if (!rest) return { isTooLong };
      begun = rest;
    }
  } finally {
    Atomics.store(stop, 0, 1);
  }
}

/**
 * The samples are transferred: the caller cannot read them afterwards. Samples that came as integers of the wanted rate
 * pass through a file of such integers as they are. Throws as `synthesizeInPool`, never `busy`.
 */
export async function encodeInPool(
  audio: Audio,
  encoding: Encoding,
  signal: AbortSignal,
  owner?: string,
): Promise<EncodedAudio> {
  // Copying a few seconds of samples takes less time than a message to a thread.
  const isUnchanged = !encoding.sampleRate || encoding.sampleRate === audio.sampleRate;
  if (encoding.format === "wav" && isUnchanged && (audio.pcm || lengthOf(audio) < shortSamples))
    return describeEncoded(audio, encoding, await encodeWav(audio));
  const { sampleRate, pcm } = audio;
  const sound = pcm ? { pcm, sampleRate } : { samples: audio.samples, sampleRate };
  const memory = (pcm ?? audio.samples).buffer as ArrayBuffer;
  return run<EncodedAudio>("encode", { sound, encoding }, [memory], { owner, signal, isUrgent: true });
}

/**
 * Null for a file that `decodeWav` does not decode. One in memory is short, and decoded here in about two milliseconds.
 * Throws AUDIO_*, and otherwise like `synthesizeInPool`.
 */
export async function decodeWavInPool(
  { path, bytes }: AudioFile,
  wanted: Omit<WavDecoding, "sampleRate">,
  signal: AbortSignal,
  owner?: string,
): Promise<Decoded | null> {
  const wav = { ...wanted, sampleRate: decodedRate };
  if (bytes) return decodeWav(bytes, wav);
  const task = { path, ...wav };
  const decoded = await run<DecodedInThread | { refused: ErrorCode } | null>("decodeWav", task, [], { owner, signal });
  if (decoded && "refused" in decoded) throw new AppError(decoded.refused, { param: "file" });
  return decoded && !("samples" in decoded) ? audioOfPcm(decoded.pcm, decoded.sampleRate) : decoded;
}

/**
 * Recognizes long audio in parts, each in a turn of its own. The caller keeps its samples for a retry: they are copied
 * when the turn comes. Throws as `synthesizeInPool`.
 */
export async function recognizeInPool(
  { samples, sampleRate }: Audio,
  signal: AbortSignal,
  owner = "",
  isContinued = false,
): Promise<Recognition> {
  const parts: { start: number; lines: Line[] }[] = [];
  for (const { start, samples: part } of splitAtPauses({ samples, sampleRate })) {
    const lines = await turns.recognizers.run({ owner, signal, isUrgent: isContinued || parts.length > 0 }, () => {
      const own = part.slice();
      const turn = { owner, signal, isUrgent: true };
      return run<Line[]>("recognize", { audio: { samples: own, sampleRate } }, [own.buffer], turn);
    });
    parts.push({ start, lines });
  }
  return joinParts(parts);
}

/** Who speaks when in speech of the embedded voices. `speakers`: how many there are, if known. */
export async function diarizeInPool(
  { samples, sampleRate }: Audio,
  signal: AbortSignal,
  { owner = "", speakers }: { owner?: string; speakers?: number } = {},
): Promise<SpeakerTurn[]> {
  const parts: VoiceFrames[] = [];
  for (const { samples: part } of splitAtPauses({ samples, sampleRate })) {
    const own = part.slice();
    const turn = { owner, signal, isUrgent: parts.length > 0 };
    parts.push(await run<VoiceFrames>("measureVoice", { audio: { samples: own, sampleRate } }, [own.buffer], turn));
  }
  const frames = joinFrames(parts);
  const turns = await run<VoiceTurn[]>("diarize", { frames, speakers }, [], {
    owner,
    signal,
    isUrgent: true,
  });
  return turns.map((turn) => ({ ...turn, speaker: String(turn.speaker) }));
}

const newCounter = (): StopFlag => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

async function run<Answer>(
  name: string,
  task: object,
  transferList: (ArrayBuffer | MessagePort)[],
  { owner = "", signal, isUrgent }: Turn,
  stop = newCounter(),
) {
  if (signal.aborted) throw stopped(signal);
  const end = new AbortController();
  // The place stays taken until the thread is free, even when the caller has given up.
  const answer: Promise<Answer> = turns.threads.run({ owner, signal, isUrgent }, () =>
    pool().run({ ...task, stop }, { name, transferList, signal: end.signal }),
  );
  try {
    return await untilAborted(answer, signal, () => {
      Atomics.store(stop, 0, 1);
      setTimeout(() => end.abort(), graceMs).unref();
    });
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError("broken", `The speech thread failed to ${name}.`, { cause: error });
  }
}
