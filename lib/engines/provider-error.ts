import { AppError, asAborted } from "@/lib/platform/errors";
import { ProviderError } from "./provider";

/** The API error for an engine's failure. Without `caller` we composed the text, so a rejection is our failure too. */
export function asAppError(error: unknown, caller?: AbortSignal): unknown {
  if (!(error instanceof ProviderError)) return error;
  if (caller?.aborted) return asAborted(caller);
  if (caller && error.kind === "rejected") {
    const words = error.details ?? { message: "speech.rejected", values: { reason: error.message } };
    return new AppError("PROVIDER_REJECTED", { param: "config", ...words });
  }
  if (error.kind !== "busy") return new AppError("PROVIDER_FAILED");
  // Rounded up to a second, since Retry-After counts whole seconds.
  const { retryAfterMs } = error;
  return new AppError("OVERLOADED", retryAfterMs ? { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) } : {});
}
