import "server-only";
import { type Chosen, isLongFor, type SpeakRequest, wordsFor } from "./engine";
import {
  afterWork,
  ProviderError,
  rejection,
  type SpeechPart,
  type SpeechProvider,
  type SynthesisRequest,
} from "./provider";
import { longestSeconds } from "./providers/espeak/config";
import { callEngine } from "./resilience/call";
import { type Piece, silencesOf } from "./spoken-pieces";
import { cutForStream } from "./stream-pieces";
import { TestMark } from "./test-mark";
import { stopped } from "./until-aborted";

/** A part of the speech with its place in the whole: words in seconds from the start, and how much of the text is spoken. */
export type TimedPart = SpeechPart & { words: { word: string; start: number; end: number }[]; progress: number };

/** Hands over each part when it is made; retries only before the first. Throws ProviderError, SPOKEN_TEXT_TOO_LONG. */
export async function speakAsMade(
  { pronunciations, reading, isTest, ...speech }: SpeakRequest,
  chosen: Chosen,
  signal: AbortSignal,
  take: (part: TimedPart) => Promise<void>,
): Promise<void> {
  const { provider, model, voice } = chosen;
  const read = wordsFor(speech.text, chosen, { pronunciations, reading, isTest });
  const pieces = cutForStream(read, { isStreamed: provider.synthesizeStream !== undefined });
  const isLong = isLongFor(read, pieces);
  const request = { ...speech, modelId: model.modelId, voiceId: voice.voiceId, isLong };
  const speak = async () => {
    // Spoken first: while a part of the text is spoken its thread is taken.
    const mark = isTest ? await TestMark.speak(provider, request, signal) : null;
    const timeline = new Timeline(pieces, (part) => {
      mark?.mix(part);
      return take(part);
    });
    try {
      for (const [index, { words: text }] of pieces.entries()) {
        for await (const part of partsOf(provider, { ...request, text, isContinued: timeline.hasBegun }, signal)) {
          if (signal.aborted) throw stopped(signal);
          await timeline.add(index, part);
        }
      }
      await timeline.end();
    } catch (error) {
      throw timeline.hasBegun ? final(afterWork(error)) : error;
    }
  };
  await callEngine(provider, speak, { signal, owner: speech.owner, isLong });
}

function partsOf(provider: SpeechProvider, request: SynthesisRequest, signal: AbortSignal): AsyncIterable<SpeechPart> {
  if (provider.synthesizeStream) return provider.synthesizeStream(request, signal);
  return (async function* () {
    if (!provider.synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
    const audio = await provider.synthesize(request, signal);
    const end = audio.samples.length / audio.sampleRate;
    yield { ...audio, words: [{ word: request.text.trim(), start: 0, end }], progress: 1 };
  })();
}

/** Places the parts of all pieces one behind another, with the silences between pieces. */
class Timeline {
  readonly #pieces: readonly Piece[];
  readonly #take: (part: TimedPart) => Promise<void>;
  readonly #characters: number;
  #index = -1;
  #pieceStart = 0;
  #seconds = 0;
  /** Samples of silence at the end of what was added. */
  #behind = 0;
  #sampleRate = 0;

  constructor(pieces: readonly Piece[], take: (part: TimedPart) => Promise<void>) {
    this.#pieces = pieces;
    this.#take = take;
    this.#characters = pieces.reduce((sum, { words }) => sum + words.length, 0) || 1;
  }

  get hasBegun(): boolean {
    return this.#sampleRate > 0;
  }

  async add(index: number, { samples, sampleRate, words = [], progress = 0 }: SpeechPart): Promise<void> {
    if (this.#sampleRate && sampleRate !== this.#sampleRate)
      throw new ProviderError("broken", "The engine sent changing sample rates.");
    this.#sampleRate = sampleRate;
    const { before, after } = silencesOf(samples);
    if (index !== this.#index) {
      const pause = this.#pieces[index - 1]?.pauseSeconds ?? this.#pieces[index]?.leadSeconds ?? 0;
      await this.#addSilence(pause, before);
      this.#index = index;
      this.#pieceStart = this.#seconds;
    }
    this.#behind = after === samples.length ? this.#behind + after : after;
    this.#seconds += samples.length / sampleRate;
    if (this.#seconds > longestSeconds)
      throw rejection({ param: "text", message: "speech.tooLongAloud", values: { minutes: longestSeconds / 60 } });
    const from = this.#pieceStart;
    await this.#take({
      samples,
      sampleRate,
      words: words.map(({ word, start, end }) => ({ word, start: round(from + start), end: round(from + end) })),
      progress: this.#progressAt(index, progress),
    });
  }

  /** The silence after the last piece. */
  end(): Promise<void> {
    return this.#addSilence(this.#pieces.at(-1)?.pauseSeconds ?? 0, 0);
  }

  async #addSilence(seconds: number, there: number): Promise<void> {
    const length = Math.max(0, Math.round(seconds * this.#sampleRate) - this.#behind - there);
    if (length === 0) return;
    this.#seconds += length / this.#sampleRate;
    const progress = this.#progressAt(this.#index, 1);
    await this.#take({ samples: new Float32Array(length), sampleRate: this.#sampleRate, words: [], progress });
  }

  #progressAt(index: number, within: number): number {
    const before = this.#pieces.slice(0, Math.max(0, index)).reduce((sum, { words }) => sum + words.length, 0);
    return Math.min(1, (before + (this.#pieces[index]?.words.length ?? 0) * within) / this.#characters);
  }
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** The same failure, which must not be tried again: a part of the result has arrived. */
function final(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  return new ProviderError(error.kind, error.message, { retryable: false, cause: error, words: error.details });
}
