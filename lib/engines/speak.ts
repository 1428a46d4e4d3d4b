import "server-only";
import type { Verbalized, WantedReading } from "vietnamese-text";
import type { Emphasis } from "vietnamese-text/clean";
import { joinSamples } from "@/lib/engines/audio/bytes";
import type { Audio } from "@/lib/engines/audio/formats";
import { cutAtPauses, cutForStream, type Piece, silencesOf, speakPieces } from "./pieces";
import {
  afterWork,
  ProviderError,
  rejection,
  type SpeechPart,
  type SpeechProvider,
  type SynthesisRequest,
  type Transcription,
  type TranscriptionRequest,
} from "./provider";
import { longestSeconds } from "./providers/espeak/config";
import { type Chosen, wordsFor } from "./reading";
import { callEngine } from "./resilience/call";
import { shareCharged } from "./spoken-length";
import { TestMark } from "./test-mark";
import { stopped } from "./until-aborted";

export type SpeakRequest = Omit<SynthesisRequest, "modelId" | "voiceId"> &
  WantedReading & {
    /** The speech begins with words that say so, and repeats them. */
    isTest?: boolean;
  };

/**
 * A part of the speech with its place in the whole: words in seconds from the start. `progress` is the share of the
 * price that is for what is spoken when it ends, and never falls.
 */
export type TimedPart = SpeechPart & { words: { word: string; start: number; end: number }[] };

/**
 * Speaks a text: its numbers and abbreviations become words where the engine cannot do that, and what is between two
 * pauses is spoken after what is before it, all in one call of the engine. Throws ProviderError, SPOKEN_TEXT_TOO_LONG.
 */
export async function speakWithEngine(request: SpeakRequest, chosen: Chosen, signal: AbortSignal): Promise<Audio> {
  const { provider } = chosen;
  const { synthesize } = provider;
  if (!synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
  const { read, engineRequest } = prepare(request, chosen);
  const pieces = cutAtPauses(read);
  const isLong = isLongFor(read, pieces);

  const speak = async () => {
    const mark = request.isTest ? await TestMark.speak(provider, engineRequest, signal) : null;
    const audio = await speakPieces(pieces, (text, piece) =>
      synthesize.call(provider, { ...delivered(engineRequest, piece, chosen.model), text, isLong }, signal),
    );
    if (!mark) return audio;
    const marked = { samples: audio.samples, sampleRate: audio.sampleRate };
    mark.mix(marked);
    return marked;
  };
  return callEngine(provider, speak, { signal, owner: request.owner, isLong });
}

/**
 * The same as it is made: hands over each part, with its place in the whole. A call that fails is tried again only before
 * the first part. Throws ProviderError, SPOKEN_TEXT_TOO_LONG.
 */
export async function speakAsMade(
  request: SpeakRequest,
  chosen: Chosen,
  signal: AbortSignal,
  take: (part: TimedPart) => Promise<void>,
): Promise<void> {
  const { provider } = chosen;
  const { read, engineRequest } = prepare(request, chosen);
  const pieces = cutForStream(read, { isStreamed: provider.synthesizeStream !== undefined });
  const isLong = isLongFor(read, pieces);

  const speak = async () => {
    // Spoken first: while a part of the text is spoken its thread is taken.
    const mark = request.isTest ? await TestMark.speak(provider, engineRequest, signal) : null;
    const timeline = new Timeline(pieces, shareCharged(request.text, read), (part) => {
      mark?.mix(part);
      return take(part);
    });
    try {
      for (const [index, one] of pieces.entries()) {
        const asWanted = delivered(engineRequest, one, chosen.model);
        const piece = { ...asWanted, text: one.words, isLong, isContinued: timeline.hasBegun };
        for await (const part of partsOf(provider, piece, signal)) {
          if (signal.aborted) throw stopped(signal);
          await timeline.add(index, part);
        }
      }
      await timeline.end();
    } catch (error) {
      if (!timeline.hasBegun) throw error;
      const failure = afterWork(error);
      if (!(failure instanceof ProviderError)) throw failure;
      // A part of the result has arrived, so it must not be tried again.
      const { kind, message, details: words } = failure;
      throw new ProviderError(kind, message, { retryable: false, cause: failure, words });
    }
  };
  await callEngine(provider, speak, { signal, owner: request.owner, isLong });
}

/** The same as a whole, with the times of its words. Throws what `speakAsMade` throws. */
export async function speakWithTimes(
  request: SpeakRequest,
  chosen: Chosen,
  signal: AbortSignal,
): Promise<Audio & Pick<TimedPart, "words">> {
  const parts: Float32Array[] = [];
  const words: TimedPart["words"] = [];
  let sampleRate = 0;
  await speakAsMade(request, chosen, signal, async (part) => {
    parts.push(part.samples);
    words.push(...part.words);
    sampleRate = part.sampleRate;
  });
  return { samples: joinSamples(parts), sampleRate, words };
}

/** Transcribes audio with the model's engine until the signal aborts. Throws ProviderError. */
export async function transcribeWithEngine(
  request: TranscriptionRequest,
  provider: SpeechProvider,
  signal: AbortSignal,
): Promise<Transcription> {
  const { transcribe } = provider;
  if (!transcribe) throw new ProviderError("broken", `${provider.name} has no recognizer.`);
  const { owner, isContinued } = request;
  return callEngine(provider, () => transcribe.call(provider, request, signal), { signal, owner, isContinued });
}

/** What the engine is to say, and its request without the text of a piece. */
function prepare({ pronunciations, reading, sayAs, deliveries, isTest, ...speech }: SpeakRequest, chosen: Chosen) {
  const { model, voice } = chosen;
  const read = wordsFor(speech.text, chosen, { pronunciations, reading, sayAs, deliveries, isTest });
  return { read, engineRequest: { ...speech, modelId: model.modelId, voiceId: voice.voiceId } };
}

/** What an emphasis adds to the caller's options, as far as the engine has them. */
const emphasized = {
  strong: { speed: 0.85, pitch: 15, volume: 40 },
  moderate: { speed: 0.92, pitch: 8, volume: 20 },
  reduced: { speed: 1.08, pitch: -8, volume: -30 },
} as const satisfies Record<Emphasis, object>;

/** The request with the options of the engine by which a piece is spoken as SSML wants it. */
function delivered<Request extends Pick<SynthesisRequest, "config">>(
  request: Request,
  { delivery }: Piece,
  { config }: Chosen["model"],
): Request {
  if (!delivery) return request;
  const options: Record<string, unknown> = { ...request.config };
  const change = (name: string, changed: (value: number) => number) => {
    const { type, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, default: usual } = config[name] ?? {};
    const value = options[name] ?? usual;
    // An option that the caller got wrong is rejected as it is.
    if ((type !== "number" && type !== "integer") || typeof value !== "number" || value < min || value > max) return;
    options[name] = Math.min(Math.max(changed(value), min), max);
  };
  const { rate, emphasis } = delivery;
  const added = emphasis && emphasized[emphasis];
  change("speed", (value) => value * rate * (added?.speed ?? 1));
  if (added) {
    change("pitch", (value) => value + added.pitch);
    change("volume", (value) => value + added.volume);
  }
  return { ...request, config: options };
}

/** A timeout on a text longer than this does not count as a failure of the engine. */
const longCharacters = 2000;
const manyPieces = 10;

const isLongFor = ({ spoken }: Verbalized, pieces: readonly Piece[]): boolean =>
  spoken.length > longCharacters || pieces.length > manyPieces;

/** An engine that cannot stream hands over the whole piece as one part. */
async function* partsOf(
  provider: SpeechProvider,
  request: SynthesisRequest,
  signal: AbortSignal,
): AsyncGenerator<SpeechPart> {
  if (provider.synthesizeStream) return yield* provider.synthesizeStream(request, signal);
  if (!provider.synthesize) throw new ProviderError("broken", `${provider.name} has no voices.`);
  const audio = await provider.synthesize(request, signal);
  const end = audio.samples.length / audio.sampleRate;
  yield { ...audio, words: [{ word: request.text.trim(), start: 0, end }], progress: 1 };
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

/** The rounding error of a share that an engine has computed from a number of characters. */
const rounding = 1e-6;

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
