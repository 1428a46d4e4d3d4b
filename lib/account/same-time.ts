import "server-only";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than any branch of what it hides takes on an idle machine. */
export const floorMs = 300;

/**
 * Runs `work` and answers, or throws, at a whole multiple of `floorMs` after the start, so that the time says nothing
 * about what was found; on a machine so busy that one multiple is missed, every branch answers at the next.
 */
export async function inSameTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const [outcome] = await Promise.allSettled([work()]);
  const elapsed = performance.now() - start;
  const moment = Math.max(1, Math.ceil(elapsed / floorMs)) * floorMs;
  // A timer counts whole milliseconds and may go off a little early.
  await sleep(Math.ceil(moment - elapsed) + 1);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
