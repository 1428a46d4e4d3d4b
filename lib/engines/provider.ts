import type { Audio } from "@/lib/audio/formats";
import type { RefusalWords } from "@/lib/errors";

/** One choice a model offers. The playground draws its form from this alone. */
export type ConfigField = {
  type: "number" | "integer" | "boolean" | "enum";
  min?: number;
  max?: number;
  step?: number;
  default: number | boolean | string;
  options?: readonly string[];
  label: { vi: string; en: string };
};

export type Model = {
  modelId: string;
  name: string;
  kind: "tts" | "stt";
  languageCodes: readonly string[];
  /** What every answer says of its engine (`X-Engine`) where that matters, such as `demo-synthetic`. */
  engine?: string;
  /** The engine itself knows how numbers, dates and abbreviations are read: texts are left as they are. */
  normalises?: boolean;
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
  /** Offered, but with a known weakness that the console mentions. */
  experimental?: boolean;
};

export type SynthesisRequest = {
  /** The business whose share of the engine the request takes. Never sent to an engine. */
  owner?: string;
  text: string;
  voiceId: string;
  modelId: string;
  languageCode?: string;
  /** Exactly what the caller sent. The provider alone judges it. */
  config: Readonly<Record<string, unknown>>;
  /** So much text that running out of time says nothing of the engine. Never sent to an engine. */
  isLong?: boolean;
};

export type TranscriptionRequest = {
  /** The business whose share of the engine the request takes. Never sent to an engine. */
  owner?: string;
  /** 16 kHz. */
  audio: Audio;
  modelId: string;
  languageCode?: string;
  /** Exactly what the caller sent. The provider alone judges it. */
  config: Readonly<Record<string, unknown>>;
};

/** A stretch of speech, in seconds from the start of the audio. */
export type Segment = {
  start: number;
  end: number;
  text: string;
  /** From 0 to 1, how likely the engine thinks that nobody speaks here; left out by engines that do not say. */
  noSpeech?: number;
};

/** `text` is empty when nobody speaks. Engines that do not know the times give one segment. */
export type Transcription = { text: string; segments: readonly Segment[] };

export type Health = { ok: boolean; detail?: string };

/** One speech engine. It only translates: never retries, meters, logs or touches the database. */
export interface SpeechProvider {
  readonly name: string;
  readonly voices: readonly Voice[];
  readonly models: readonly Model[];
  /** How many calls it takes at once; more wait in front of it, and soon are refused. */
  readonly concurrency: number;
  /** A text may be spoken in pieces with exact silences between. To other engines a pause is the end of a sentence. */
  readonly hasExactPauses?: boolean;
  /** Present when it has models of kind `tts`. */
  synthesize?(request: SynthesisRequest, signal: AbortSignal): Promise<Audio>;
  /** Present when it has models of kind `stt`. */
  transcribe?(request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription>;
  health(signal: AbortSignal): Promise<Health>;
  /** Lets go of connections and child processes. */
  close?(): Promise<void>;
}

export type ProviderFailure = "rejected" | "busy" | "broken" | "timeout";

/**
 * A provider's only other word. `rejected` carries the provider's reason, which the caller may read;
 * the other kinds are the engine's trouble, and their message stays with us.
 */
export class ProviderError extends Error {
  readonly kind: ProviderFailure;
  /** Whether another try may help and repeats nothing: no result had begun to come. */
  readonly retryable: boolean;
  /** With `rejected`, when the reason is one of our own: it can be said in the caller's language. */
  readonly words?: RefusalWords;
  /** With `busy`: when the engine asks to be called again, or 0 when another of its machines may be free. */
  readonly retryAfterMs?: number;

  constructor(
    kind: ProviderFailure,
    message: string,
    options: { retryable?: boolean; retryAfterMs?: number; cause?: unknown; words?: RefusalWords } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ProviderError";
    this.kind = kind;
    this.words = options.words;
    this.retryAfterMs = options.retryAfterMs;
    this.retryable = options.retryable ?? (kind === "timeout" || options.retryAfterMs !== undefined);
  }
}

/** What an engine of ours rejects, in the words of a catalogue id. */
export const rejection = (words: RefusalWords & { message: string }): ProviderError =>
  new ProviderError("rejected", words.message, { words });
