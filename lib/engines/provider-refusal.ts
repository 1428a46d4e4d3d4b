import { asAborted, Refusal } from "@/lib/errors";
import { ProviderError } from "./provider";

/**
 * What a caller is told of an engine's failure: a rejected value is theirs to mend, in the provider's words; every
 * other failure is ours, unless they hung up. When a busy engine says when it will be well, so do we. Without a `caller`
 * the words were ours, and nothing is anyone's to mend. What is not a ProviderError stays as it is.
 */
export function asRefusal(error: unknown, caller?: AbortSignal): unknown {
  if (!(error instanceof ProviderError)) return error;
  if (caller?.aborted) return asAborted(caller);
  if (caller && error.kind === "rejected") {
    const words = error.words ?? { message: "speech.rejected", values: { reason: error.message } };
    return new Refusal("PROVIDER_REJECTED", { param: "config", ...words });
  }
  if (error.kind !== "busy") return new Refusal("PROVIDER_FAILED");
  // Less than a second is told as one: the header knows whole seconds.
  const { retryAfterMs } = error;
  return new Refusal("OVERLOADED", retryAfterMs ? { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) } : {});
}
