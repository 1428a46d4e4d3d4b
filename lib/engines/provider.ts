import type { Audio } from "@/lib/engines/audio/formats";
import type { ErrorDetails } from "@/lib/platform/errors";

/** One option of a model. The playground builds its form from this. */
export type ConfigField = {
  type: "number" | "integer" | "boolean" | "enum";
  min?: number;
  max?: number;
  step?: number;
  default: number | boolean | string;
  options?: readonly string[];
  label: { vi: string; en: string };
};

/** The pitch and sound of the embedded voices, a model that is installed for people, or the remote engine itself. */
export type DiarizesBy = "embedded_voices" | "installed_model" | "remote_engine";

export type Model = {
  modelId: string;
  name: string;
  kind: "tts" | "stt";
  languageCodes: readonly string[];
  /** Value of the `X-Engine` response header where it matters, such as `demo-synthetic`. */
  engine?: string;
  /** The engine itself expands numbers, dates and abbreviations, so texts are sent unchanged. */
  normalises?: boolean;
  /** By what its engine says who speaks; undefined when it cannot. */
  diarizesBy?: DiarizesBy;
  config: Readonly<Record<string, ConfigField>>;
};

export type Voice = {
  voiceId: string;
  name: string;
  gender: "female" | "male";
  region: "north" | "central" | "south";
  languageCode: string;
  styles: readonly string[];
  modelIds: readonly string[];
  /** Has a known weakness, which the console mentions. */
  experimental?: boolean;
};

export type SynthesisRequest = {
  /** The business whose share of the engine's capacity the request uses. Never sent to the engine. */
  owner?: string;
  text: string;
  voiceId: string;
  modelId: string;
  languageCode?: string;
  /** Exactly as the caller sent it; the provider validates it. */
  config: Readonly<Record<string, unknown>>;
  /** A timeout on a text this long does not count as a failure. Never sent to the engine. */
  isLong?: boolean;
  /** It continues a stream whose beginning was spoken, so that it is not rejected for waiting. Never sent to the engine. */
  isContinued?: boolean;
};

/** In seconds from the start of the request's audio. */
export type TimedWord = { word: string; start: number; end: number; confidence?: number };

/** Speech that follows what came before it, with what is known of its text. */
export type SpeechPart = Audio & {
  /** In the order of the text. */
  words?: readonly TimedWord[];
  /**
   * How much of the request's text is spoken when this part ends, from 0 to 1, for which the client is charged if it
   * leaves. What has begun and cannot be split counts whole: of an engine that knows nothing, 1.
   */
  progress: number;
};

export type TranscriptionRequest = {
  /** The business whose share of the engine's capacity the request uses. Never sent to the engine. */
  owner?: string;
  /** 16 kHz. */
  audio: Audio;
  modelId: string;
  languageCode?: string;
  /** It continues a session that has begun, so that it is not rejected for waiting. Never sent to the engine. */
  isContinued?: boolean;
  /** Whether the caller wants the times of words, where they take the engine more time. */
  wantsWords?: boolean;
  /** Names and words that the audio may contain, for engines that can listen for them. */
  keyterms?: readonly string[];
  /** Whether its segments are to have speakers; only for a model with `diarizesBy`. `speakers`: how many, if known. */
  diarize?: { speakers?: number };
  /** Exactly as the caller sent it; the provider validates it. */
  config: Readonly<Record<string, unknown>>;
};

/** A stretch of speech, in seconds from the start of the audio. */
export type Segment = {
  start: number;
  end: number;
  text: string;
  /** Probability from 0 to 1 of silence here; undefined when the engine does not report it. */
  noSpeech?: number;
  /** The engine's own name for who speaks, where that was asked for. */
  speaker?: string;
  /** Undefined when the engine has no times of words. */
  words?: readonly TimedWord[];
};

/**
 * `text` is empty when there is no speech. Engines without timings return one segment. `isBiased`: the engine listened for
 * the key terms.
 */
export type Transcription = { text: string; segments: readonly Segment[]; isBiased?: boolean };

/** What live transcription asks of an engine, besides the sound that is pushed. */
export type LiveOptions = {
  request: Omit<TranscriptionRequest, "audio" | "wantsWords" | "diarize">;
  /** How long a pause ends an utterance. */
  silenceMs: number;
  /** Whether words are wanted before their utterance ends. */
  wantsPartials: boolean;
  /** Ends the work on the sound. */
  signal: AbortSignal;
};

/** All times are seconds from the start of the sound. */
export type LiveEvent =
  | { type: "speechStarted"; start: number }
  | { type: "partial"; start: number; end: number; transcription: Transcription }
  /** `isEnd`: the speaker paused; otherwise a long utterance goes on in the next one. */
  | { type: "final"; start: number; end: number; transcription: Transcription; isEnd: boolean };

/** One channel of sound that is recognized while it is spoken. Its calls throw ProviderError. */
export interface LiveRecognizer {
  /** Takes 16 kHz samples; resolves when it has room for more. */
  push(samples: Float32Array): Promise<void>;
  /** Ends the utterance that is being spoken; resolves after the last final of everything that was pushed. */
  flush(): Promise<void>;
}

export type Health = { ok: boolean; detail?: string };

export type UpstreamState = {
  host: string;
  /** Its share of the requests, relative to the others. */
  weight: number;
  running: number;
  places: number;
  circuit: "closed" | "open";
};

/** An adapter for one speech engine. It only translates: no retries, metering, logging or database access. */
export interface SpeechProvider {
  readonly name: string;
  readonly voices: readonly Voice[];
  readonly models: readonly Model[];
  /** Embedded for demonstration: the only ones that a test key can use. */
  readonly isForTests?: boolean;
  /** Maximum concurrent calls; a few more wait. Null for an engine that queues and shares out its calls itself. */
  readonly concurrency: number | null;
  /** Can put exact silences between pieces of a text. For other engines a pause becomes the end of a sentence. */
  readonly hasExactPauses?: boolean;
  /** Present when it has models of kind `tts`. */
  synthesize?(request: SynthesisRequest, signal: AbortSignal): Promise<Audio>;
  /** Present when it can hand over audio while it makes the rest. Ending the iteration stops the engine. */
  synthesizeStream?(request: SynthesisRequest, signal: AbortSignal): AsyncIterable<SpeechPart>;
  /** Present when it has models of kind `stt`. */
  transcribe?(request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription>;
  /** Present when its recognizer itself works on sound as it comes; others get each utterance when it ends. */
  openLive?(options: LiveOptions, take: (event: LiveEvent) => void): LiveRecognizer;
  /** Recognizes a few seconds in far less time and at no cost, so that an utterance may be recognized while it goes on. */
  recognizesAgain?: boolean;
  health(signal: AbortSignal): Promise<Health>;
  /** Its upstream servers, where it can have several. */
  listUpstreams?(): readonly UpstreamState[];
  /** Closes connections and child processes. */
  close?(): Promise<void>;
}

export type ProviderFailure = "rejected" | "busy" | "broken" | "timeout";

/** The only error a provider throws. Callers see the message of `rejected`; those of other kinds are only logged. */
export class ProviderError extends Error {
  readonly kind: ProviderFailure;
  /** Whether a retry may succeed: true only if no part of a result had arrived. */
  readonly retryable: boolean;
  /** With `rejected`, for our own reasons: a message that can be translated. */
  readonly details?: ErrorDetails;
  /** With `busy`: when the engine asks to be called again; 0 when another upstream may be free. */
  readonly retryAfterMs?: number;

  constructor(
    kind: ProviderFailure,
    message: string,
    options: { retryable?: boolean; retryAfterMs?: number; cause?: unknown; words?: ErrorDetails } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ProviderError";
    this.kind = kind;
    this.details = options.words;
    this.retryAfterMs = options.retryAfterMs;
    this.retryable = options.retryable ?? (kind === "timeout" || options.retryAfterMs !== undefined);
  }
}

/** A failure after the engine spoke a part of a text. A rejection is then of the text, which the engine worked on. */
export function afterWork(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.kind !== "rejected") return error;
  const words = error.details ?? { message: "speech.rejected", values: { reason: error.message } };
  return new ProviderError("rejected", error.message, { cause: error, words: { ...words, param: "text" } });
}

/** A rejection by one of our own engines, with a translatable message. */
export const rejection = (words: ErrorDetails & { message: string }): ProviderError =>
  new ProviderError("rejected", words.message, { words });
