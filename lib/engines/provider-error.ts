import { AppError, asAborted } from "@/lib/errors";
import { ProviderError } from "./provider";

/**
 * Maps an engine's failure to the error that the caller gets. A rejected value is the caller's error, in the
 * provider's words; other failures are ours, unless the client disconnected. A busy engine's `retryAfterMs` is passed
 * on. Without `caller` we composed the text ourselves, so every failure is ours. Other errors are returned unchanged.
 */
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
