import "server-only";
import { hotSql } from "@/lib/db";
import { env } from "@/lib/env";
import { withFallback } from "./fallback";
import type { Limits } from "./limits";
import { openLocalLimits } from "./local";
import { openPostgresLimits } from "./postgres";
import { openRedisLimits } from "./redis";

// A process holds several copies of this module: they share one connection.
const copies = globalThis as typeof globalThis & { vangLimits?: { opened?: Limits } };
copies.vangLimits ??= {};
const shared = copies.vangLimits;

/** The limits that all processes share: counted in Redis if REDIS_URL is set, in the database otherwise. */
export function openLimits(): Limits {
  shared.opened ??= withFallback(
    env.REDIS_URL ? openRedisLimits(env.REDIS_URL) : openPostgresLimits(hotSql),
    openLocalLimits(),
  );
  return shared.opened;
}

export async function closeLimits(): Promise<void> {
  const { opened } = shared;
  shared.opened = undefined;
  await opened?.close();
}
