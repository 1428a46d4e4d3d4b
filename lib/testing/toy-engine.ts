import { engineStates } from "@/lib/speech/calls/guarded";
import { ProviderError, type SpeechProvider } from "@/lib/speech/provider";

let count = 0;
export const makeEngine = (concurrency = 8): SpeechProvider => ({
  name: `engine-${++count}`,
  voices: [],
  models: [],
  concurrency,
  health: async () => ({ ok: true }),
});

export const options = (budgetMs = 30_000) => ({ signal: new AbortController().signal, budgetMs });
export const broken = () => Promise.reject(new ProviderError("broken", "x"));
export const passing = () => Promise.reject(new ProviderError("broken", "x", { retryable: true }));
export const never = () => new Promise<never>(() => undefined);
export const hello = async () => "hello";
export const settle = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
export const stateOf = (engine: SpeechProvider) => engineStates().find(({ name }) => name === engine.name);
