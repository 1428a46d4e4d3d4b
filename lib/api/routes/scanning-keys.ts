import "server-only";
import { z } from "zod";
import { clock, hours, seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

const answerSchema = z.object({
  public_keys: z.array(z.object({ key_identifier: z.string().max(200), key: z.string().max(2000) })).max(100),
});

let known = new Map<string, string>();
let fetchedAt = Number.NEGATIVE_INFINITY;
let fetching: Promise<void> | undefined;

/** How often anyone can make us fetch the keys. */
const pauseMs = seconds(30);

/** A public key in PEM. The list comes only from the URL in the settings, again after an hour or for a new name. */
export async function findScanningKey(identifier: string): Promise<string | undefined> {
  const ageMs = clock.now().getTime() - fetchedAt;
  if (ageMs > hours(1) || (!known.has(identifier) && ageMs > pauseMs)) {
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined;
    });
    await fetching;
  }
  return known.get(identifier);
}

/** Keeps the current list if there is no better one. */
async function fetchKeys(): Promise<void> {
  fetchedAt = clock.now().getTime();
  try {
    const signal = AbortSignal.timeout(seconds(5));
    const answer = await fetch(env.VANG_SECRET_SCANNING_KEYS_URL ?? "", { redirect: "error", signal });
    const { public_keys } = answerSchema.parse(await answer.json());
    known = new Map(public_keys.map(({ key_identifier, key }) => [key_identifier, key]));
  } catch (error) {
    log.warn({ error: (error as Error).name }, "the secret scanner's public keys could not be fetched");
  }
}
