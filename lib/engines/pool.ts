import "server-only";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Piscina } from "piscina";
import { type Decoded, decodedRate } from "@/lib/audio/decode";
import { decodeWav } from "@/lib/audio/decoding/decode-wav";
import { describeEncoded, type EncodedAudio } from "@/lib/audio/encoded";
import type { Audio, AudioFormat } from "@/lib/audio/formats";
import { encodeWav } from "@/lib/audio/wav";
import { seconds } from "@/lib/clock";
import { Refusal, type RefusalCode } from "@/lib/errors";
import { log } from "@/lib/log";
import { ProviderError } from "./provider";
import type { Recognition } from "./providers/demo/recognise";
import type { Utterance } from "./providers/espeak/engine";
import { FairTurns } from "./resilience/fair-turns";
import { stopped, untilAborted } from "./until-aborted";

const processors = availableParallelism();

/** One more than there are processors: one business may keep all of these busy, and another still finds a thread. */
const threads = processors + 1;

/** About three seconds of waiting with sentences of 200 characters. */
const longestQueue = processors * 32;

/** Less than ten seconds, at the rates that voices have. */
const shortSamples = 200_000;

/** Small enough to be decoded in two milliseconds. */
const shortWavBytes = 200_000;

/** How long a thread that was told to stop may go on before it is ended. */
const graceMs = seconds(5);

/** Half of what a text has in all: what begins later would not be done in time. */
const longestWaitMs = seconds(15);

type Turn = { owner?: string; signal: AbortSignal; isUrgent?: boolean };

// One process holds several copies of this module (Next's bundle, the API's, a reload's): they share one pool and its limit.
const shared = globalThis as typeof globalThis & {
  vangSpeechPool?: Piscina;
  vangSpeechTurns?: Record<"threads" | "recognisers", FairTurns>;
};

shared.vangSpeechTurns ??= {
  threads: new FairTurns({ places: threads, mostEach: processors, mostWaiting: longestQueue, longestWaitMs }),
  // Recognising takes a thread for seconds: one is left for speech, which is wanted within milliseconds.
  recognisers: new FairTurns({ places: processors, mostEach: Math.max(1, processors - 1), mostWaiting: 32 }),
};
const turns = shared.vangSpeechTurns;

function pool(): Piscina {
  shared.vangSpeechPool ??= open();
  return shared.vangSpeechPool;
}

function open(): Piscina {
  const opened = new Piscina({
    filename: join(process.cwd(), ".build/speech-worker.mjs"),
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
  });
  opened.on("error", (error: Error) => log.error({ reason: error.message }, "a speech thread broke"));
  return opened;
}

/** Starts the threads and resolves when they can speak without delay. */
export async function warmPool(): Promise<void> {
  await Promise.all(Array.from({ length: threads }, () => pool().run(undefined, { name: "ready" })));
}

export async function closePool(): Promise<void> {
  const closing = shared.vangSpeechPool;
  shared.vangSpeechPool = undefined;
  await closing?.destroy();
}

/** Throws ProviderError: `busy` when too many wait, `timeout` at once when the signal aborts, `broken` otherwise. */
export async function synthesizeInPool(utterance: Utterance, signal: AbortSignal, owner?: string): Promise<Audio> {
  return run<Audio>("synthesize", { utterance }, [], { owner, signal });
}

/**
 * Encodes away from the thread that serves. The samples move with the call: the caller cannot read them afterwards.
 * Never `busy`, since what is to be encoded was already spoken. Otherwise throws like `synthesizeInPool`.
 */
export async function encodeInPool(
  audio: Audio,
  format: AudioFormat,
  signal: AbortSignal,
  owner?: string,
): Promise<EncodedAudio> {
  // Copying a few seconds of samples is done before a thread would have heard of them.
  if (format === "wav" && audio.samples.length < shortSamples)
    return describeEncoded(audio, format, await encodeWav(audio));
  return run<EncodedAudio>("encode", { audio, format }, [audio.samples.buffer as ArrayBuffer], {
    owner,
    signal,
    isUrgent: true,
  });
}

/**
 * The sound in a WAV file, decoded away from the thread that serves; null for one that holds a codec. Throws
 * AUDIO_INVALID, AUDIO_EMPTY, AUDIO_TOO_LONG, and otherwise like `synthesizeInPool`.
 */
export async function decodeWavInPool(
  { path, size }: { path: string; size: number },
  maxSeconds: number,
  signal: AbortSignal,
  owner?: string,
): Promise<Decoded | null> {
  if (size < shortWavBytes) return decodeWav(await readFile(path), decodedRate, maxSeconds);
  const task = { path, sampleRate: decodedRate, maxSeconds };
  const decoded = await run<Decoded | { refused: RefusalCode } | null>("decodeWav", task, [], { owner, signal });
  if (decoded && "refused" in decoded) throw new Refusal(decoded.refused, { param: "file" });
  return decoded;
}

/**
 * What the demonstration recogniser hears. Throws like `synthesizeInPool`, `busy` when too many wait for the recogniser.
 * The caller keeps its samples, to try again with; only those of a call whose turn has come are copied.
 */
export async function recogniseInPool(
  { samples, sampleRate }: Audio,
  signal: AbortSignal,
  owner = "",
): Promise<Recognition> {
  return turns.recognisers.run({ owner, signal }, () => {
    const own = samples.slice();
    const turn = { owner, signal, isUrgent: true };
    return run<Recognition>("recognise", { audio: { samples: own, sampleRate } }, [own.buffer], turn);
  });
}

async function run<Answer>(
  name: string,
  task: object,
  transferList: ArrayBuffer[],
  { owner = "", signal, isUrgent }: Turn,
) {
  if (signal.aborted) throw stopped(signal);
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const end = new AbortController();
  // The place is kept until the thread is free, also when nobody waits for the answer any more.
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
