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
  text: string;
  voiceId: string;
  modelId: string;
  languageCode?: string;
  /** Exactly what the caller sent. The provider alone judges it. */
  config: Readonly<Record<string, unknown>>;
};

/** Mono samples between -1 and 1. */
export type Audio = { samples: Float32Array; sampleRate: number };

export type Health = { ok: boolean; detail?: string };

/** One speech engine. It only translates: never retries, meters, logs or touches the database. */
export interface SpeechProvider {
  readonly name: string;
  readonly voices: readonly Voice[];
  readonly models: readonly Model[];
  synthesize(request: SynthesisRequest, signal: AbortSignal): Promise<Audio>;
  health(signal: AbortSignal): Promise<Health>;
}

export type ProviderFailure = "rejected" | "busy" | "broken" | "timeout";

/**
 * A provider's only other word. `rejected` carries the provider's reason, which the caller may read;
 * the other kinds are the engine's trouble, and their message stays with us.
 */
export class ProviderError extends Error {
  readonly kind: ProviderFailure;
  readonly retryable: boolean;

  constructor(kind: ProviderFailure, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "ProviderError";
    this.kind = kind;
    this.retryable = options.retryable ?? (kind === "busy" || kind === "timeout");
  }
}
