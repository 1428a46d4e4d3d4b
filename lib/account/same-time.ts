import "server-only";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than any branch of what it hides takes on an idle machine. */
export const floorMs = 300;

/**
 * Runs `work` and answers, or throws, no sooner than `floorMs` after the start, so that the time says nothing about what
 * was found.
 */
export async function inSameTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), sleep(floorMs)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
