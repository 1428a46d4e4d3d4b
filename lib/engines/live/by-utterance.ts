import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { decodedRate } from "@/lib/engines/audio/decode";
import {
  type LiveEvent,
  type LiveOptions,
  type LiveRecognizer,
  ProviderError,
  type Segment,
  type SpeechProvider,
  type Transcription,
} from "@/lib/engines/provider";
import { type DetectSpeech, openVoiceActivity } from "@/lib/engines/providers/sherpa/voice-activity";
import { transcribeWithEngine } from "@/lib/engines/speak";
import { seconds } from "@/lib/platform/clock";
import { withTimeout } from "@/lib/platform/with-timeout";
import { type Found, type Utterance, Utterances } from "./utterances";

/** New sound of an utterance after which its words so far are recognized again. */
const partialSamples = decodedRate / 2;

/** After an engine took longer, it is asked for finals alone until one of them takes less. */
const longestPartialMs = 400;

/** Partials of a longer utterance would take too long. */
const longestPartialSamples = 12 * decodedRate;

/** So many utterances may wait for the engine before the sound behind them waits too. */
const mostWaiting = 3;

const utteranceMs = seconds(30);

/** Before an engine that is busy is called again for what was said: many sessions can pause at the same moment. */
const busyPauseMs = 300;

/** Recognizes sound as it comes: by the engine itself, or utterance by utterance. */
export const openLiveRecognizer = (
  provider: SpeechProvider,
  options: LiveOptions,
  take: (event: LiveEvent) => void,
): LiveRecognizer => provider.openLive?.(options, take) ?? new ByUtterance(provider, options, take);

/**
 * Live transcription by an engine that knows whole recordings only: it gets each utterance when the speaker pauses, and
 * before that, if it is fast, what was said so far.
 */
class ByUtterance implements LiveRecognizer {
  readonly #provider: SpeechProvider;
  readonly #options: LiveOptions;
  readonly #take: (event: LiveEvent) => void;
  readonly #utterances: Utterances;
  readonly #activity: Promise<DetectSpeech | null>;
  /** The finals are made one after another, so that they come in order. */
  #finals: Promise<void> = Promise.resolve();
  #waiting = 0;
  #partial: Promise<void> | null = null;
  /** The length of the utterance when its words were last asked for. */
  #lastLength = 0;
  #isFast = true;
  #failure: { error: unknown } | null = null;

  constructor(provider: SpeechProvider, options: LiveOptions, take: (event: LiveEvent) => void) {
    this.#provider = provider;
    this.#options = options;
    this.#take = take;
    this.#utterances = new Utterances(options.silenceMs);
    this.#activity = openVoiceActivity(options.signal);
  }

  async push(samples: Float32Array): Promise<void> {
    const frames = this.#utterances.frame(samples);
    const detect = await this.#activity;
    const hasSpeech = detect && frames.length > 0 ? await detect(frames) : null;
    for (const found of this.#utterances.take(frames, hasSpeech)) this.#follow(found);
    this.#askForPartial();
    if (this.#waiting >= mostWaiting) await this.#finals;
    this.#throwFailure();
  }

  async flush(): Promise<void> {
    for (const found of this.#utterances.flush()) this.#follow(found);
    await this.#finals;
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  #follow(found: Found): void {
    this.#lastLength = 0;
    if (found.type === "start") {
      this.#take({ type: "speechStarted", start: found.start / decodedRate });
      return;
    }
    this.#waiting++;
    this.#finals = this.#finals
      .then(() => (this.#failure ? undefined : this.#finish(found)))
      .catch((error) => {
        this.#failure = { error };
      })
      .finally(() => this.#waiting--);
  }

  async #finish({ start, samples, isEnd }: Utterance): Promise<void> {
    const startedAt = performance.now();
    const transcription = await this.#recognize(start, samples, { isContinued: true });
    this.#isFast = performance.now() - startedAt < longestPartialMs;
    const [from, end] = [start / decodedRate, (start + samples.length) / decodedRate];
    this.#take({ type: "final", start: from, end, transcription, isEnd });
  }

  #askForPartial(): void {
    const { wantsPartials } = this.#options;
    const { length } = this.#utterances;
    const isDue = length - this.#lastLength >= partialSamples && length <= longestPartialSamples;
    if (!wantsPartials || !this.#provider.recognizesAgain || !this.#isFast || this.#partial || !isDue) return;
    const { current } = this.#utterances;
    if (!current || this.#waiting > 0) return;
    this.#lastLength = length;
    const startedAt = performance.now();
    this.#partial = this.#recognize(current.start, current.samples)
      .then((transcription) => {
        this.#isFast = performance.now() - startedAt < longestPartialMs;
        // The final of this utterance, or another utterance, came first.
        if (this.#utterances.current?.start !== current.start || transcription.text === "") return;
        const [start, end] = [current.start, current.start + current.samples.length].map((at) => at / decodedRate);
        this.#take({ type: "partial", start: start ?? 0, end: end ?? 0, transcription });
      })
      // The final says what is wrong, or that nothing is.
      .catch(() => undefined)
      .finally(() => {
        this.#partial = null;
      });
  }

  /** With times from the start of all sound. */
  async #recognize(start: number, samples: Float32Array, { isContinued = false } = {}): Promise<Transcription> {
    const { request, signal } = this.#options;
    const audio = { samples, sampleRate: decodedRate };
    const wanted = { ...request, audio, isContinued, wantsWords: true };
    const transcription = await withTimeout(utteranceMs, signal, async (ended) => {
      for (;;) {
        try {
          return await transcribeWithEngine(wanted, this.#provider, ended);
        } catch (error) {
          const isBusy = error instanceof ProviderError && error.kind === "busy";
          if (!isBusy || !isContinued || ended.aborted) throw error;
          await sleep(busyPauseMs, undefined, { signal: ended }).catch(() => Promise.reject(error));
        }
      }
    });
    return { ...transcription, segments: transcription.segments.map((one) => moved(one, start / decodedRate)) };
  }
}

const moved = ({ start, end, words, ...segment }: Segment, by: number): Segment => ({
  ...segment,
  start: start + by,
  end: end + by,
  ...(words && { words: words.map((word) => ({ ...word, start: word.start + by, end: word.end + by })) }),
});
