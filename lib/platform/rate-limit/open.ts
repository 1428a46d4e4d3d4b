import "server-only";
import { env } from "@/lib/platform/env";
import { openedOnce } from "@/lib/platform/process-wide";
import { settleCounted } from "./count-later";
import { openLocalLimits, withFallback } from "./fallback";
import type { Limits } from "./limits";
import { openPostgresLimits } from "./postgres";
import { openRedisLimits } from "./redis";

const { get, forget } = openedOnce("limits", () =>
  withFallback(env.REDIS_URL ? openRedisLimits(env.REDIS_URL) : openPostgresLimits(), openLocalLimits()),
);

/** The limits that all processes share: counted in Redis if REDIS_URL is set, in the database otherwise. */
export const openLimits: () => Limits = get;

export async function closeLimits(): Promise<void> {
  await settleCounted();
  await forget()?.close();
}
