import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { minutes } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";

/** For a person who types, at two requests a second; not for programs that read whole books this way. */
const limit = 120;
const previews = openAttempts("preview", limit, minutes(1));

type Previewing = Pick<Caller, "businessId" | "mode"> & Partial<Pick<Caller, "keyId" | "isPlayground">>;

const ownerOf = ({ businessId, mode, keyId, isPlayground }: Previewing): string =>
  isPlayground ? `${businessId} ${keyId}` : mode === "test" ? `${businessId} test` : businessId;

/**
 * Lets a business preview 120 texts in a minute on average, its test keys as many more, and so the playground of each
 * session. Throws TOO_MANY_ATTEMPTS.
 */
export async function takePreview(caller: Previewing): Promise<void> {
  const { exceeded: refused, waitMs } = await previews.take(ownerOf(caller));
  if (!refused) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new AppError("TOO_MANY_ATTEMPTS", { message: "api.tooManyPreviews", values: { limit }, retryAfterSeconds });
}
