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
import { shareCharged } from "./spoken-length";
import { type Piece, silencesOf } from "./spoken-pieces";
import { cutForStream } from "./stream-pieces";
import { TestMark } from "./test-mark";
import { stopped } from "./until-aborted";

/**
 * A part of the speech with its place in the whole: words in seconds from the start. `progress` is the share of the
 * price that is for what is spoken when it ends, and never falls.
 */
export type TimedPart = SpeechPart & { words: { word: string; start: number; end: number }[] };

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
    const timeline = new Timeline(pieces, shareCharged(speech.text, read), (part) => {
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
  readonly #shareAt: (spoken: number) => number;
  readonly #take: (part: TimedPart) => Promise<void>;
  #index = -1;
  #spoken = 0;
  #pieceStart = 0;
  #seconds = 0;
  /** Samples of silence at the end of what was added. */
  #behind = 0;
  #sampleRate = 0;

  /** `shareAt`: the share of the price for so many characters of what the pieces are cut from. */
  constructor(pieces: readonly Piece[], shareAt: (spoken: number) => number, take: (part: TimedPart) => Promise<void>) {
    this.#pieces = pieces;
    this.#shareAt = shareAt;
    this.#take = take;
  }

  get hasBegun(): boolean {
    return this.#sampleRate > 0;
  }

  async add(index: number, { samples, sampleRate, words = [], progress }: SpeechPart): Promise<void> {
    if (this.#sampleRate && sampleRate !== this.#sampleRate)
      throw new ProviderError("broken", "The engine sent changing sample rates.");
    this.#sampleRate = sampleRate;
    const { before, after } = silencesOf(samples);
    if (index !== this.#index) {
      const pause = this.#pieces[index - 1]?.pauseSeconds ?? this.#pieces[index]?.leadSeconds ?? 0;
      await this.#addSilence(pause, before, this.#progressAt(index, 0));
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
    return this.#addSilence(this.#pieces.at(-1)?.pauseSeconds ?? 0, 0, this.#progressAt(this.#pieces.length - 1, 1));
  }

  async #addSilence(seconds: number, there: number, progress: number): Promise<void> {
    const length = Math.max(0, Math.round(seconds * this.#sampleRate) - this.#behind - there);
    if (length === 0) return;
    this.#seconds += length / this.#sampleRate;
    await this.#take({ samples: new Float32Array(length), sampleRate: this.#sampleRate, words: [], progress });
  }

  #progressAt(index: number, within: number): number {
    const { words, from, to } = this.#pieces[index] ?? { words: "", from: 0, to: 0 };
    // Of an engine that reports no number, the piece counts whole.
    const isKnown = within >= 0 && within < 1;
    const spoken = isKnown ? Math.min(to, from + Math.ceil(words.length * within - rounding)) : to;
    this.#spoken = Math.max(this.#spoken, spoken);
    return this.#shareAt(this.#spoken);
  }
}

/** Of a share that an engine has computed from a number of characters. */
const rounding = 1e-6;

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** The same failure, which must not be tried again: a part of the result has arrived. */
function final(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  return new ProviderError(error.kind, error.message, { retryable: false, cause: error, words: error.details });
}
