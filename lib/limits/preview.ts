import "server-only";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "@/lib/errors";

/** A person who types is asked for twice a second; a program that reads whole books this way is not what it is for. */
const limiter = new RateLimiterMemory({ points: 120, duration: 60 });

/** Lets a business preview 120 texts a minute in each process. Throws TOO_MANY_ATTEMPTS. */
export async function takePreview(businessId: string): Promise<void> {
  await limiter.consume(businessId).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) throw new Refusal("TOO_MANY_ATTEMPTS", { message: "api.tooManyPreviews" });
    throw refused;
  });
}
