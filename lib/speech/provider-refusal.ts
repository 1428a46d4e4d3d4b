import { Refusal } from "@/lib/errors";
import { ProviderError } from "./provider";

/**
 * What a caller is told of an engine's failure: a rejected value is theirs to mend, in the provider's words; every
 * other failure is ours, unless they hung up. What is not a ProviderError stays as it is.
 */
export function asRefusal(error: unknown, caller: AbortSignal): unknown {
  if (!(error instanceof ProviderError)) return error;
  if (caller.aborted) return new Refusal("CLIENT_CLOSED");
  if (error.kind === "rejected") {
    return new Refusal("PROVIDER_REJECTED", {
      param: "config",
      message: "speech.rejected",
      values: { reason: error.message },
    });
  }
  return new Refusal(error.kind === "busy" ? "OVERLOADED" : "PROVIDER_FAILED");
}
