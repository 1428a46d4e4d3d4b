import { ProviderError, type SpeechProvider } from "@/lib/engines/provider";

export const makeEngine = (concurrency = 8): SpeechProvider => ({
  name: "toy",
  voices: [],
  models: [],
  concurrency,
  health: async () => ({ ok: true }),
});

export const options = () => ({ signal: new AbortController().signal });
export const broken = () => Promise.reject(new ProviderError("broken", "x"));
export const passing = () => Promise.reject(new ProviderError("broken", "x", { retryable: true }));
export const never = () => new Promise<never>(() => undefined);
export const hello = async () => "hello";
export const settle = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
