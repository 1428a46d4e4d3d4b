import "server-only";
import { minutes } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import type { KeyMode } from "@/lib/principals/mode";
import { openAttempts } from "@/lib/rate-limit/attempts";

/** For a person who types, at two requests a second; not for programs that read whole books this way. */
const limit = 120;
const previews = openAttempts("preview", limit, minutes(1));

/** Lets a business preview 120 texts in a minute on average, and its test keys as many more. Throws TOO_MANY_ATTEMPTS. */
export async function takePreview(businessId: string, mode: KeyMode = "live"): Promise<void> {
  const { exceeded: refused, waitMs } = await previews.take(mode === "test" ? `${businessId} test` : businessId);
  if (!refused) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new AppError("TOO_MANY_ATTEMPTS", { message: "api.tooManyPreviews", values: { limit }, retryAfterSeconds });
}
