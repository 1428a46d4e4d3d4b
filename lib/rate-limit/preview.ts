import "server-only";
import { minutes } from "@/lib/clock";
import { Refusal } from "@/lib/errors";
import { openAttempts } from "./attempts";

/** A person who types is asked for twice a second; a program that reads whole books this way is not what it is for. */
const previews = openAttempts("preview", 120, minutes(1));

/** Lets a business preview 120 texts in a minute on average. Throws TOO_MANY_ATTEMPTS. */
export async function takePreview(businessId: string): Promise<void> {
  const { refused, waitMs } = await previews.take(businessId);
  if (!refused) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new Refusal("TOO_MANY_ATTEMPTS", { message: "api.tooManyPreviews", retryAfterSeconds });
}
