import "server-only";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than any branch of what it hides takes on an idle machine. */
export const floorMs = 300;

/**
 * Runs `work` and answers, or throws, at a whole multiple of `floorMs` after the start, so that the time says nothing
 * about what was found; on a machine so busy that one multiple is missed, every branch answers at the next.
 */
export async function inSameTime<Result>(work: () => Promise<Result>): Promise<Result> {
  // Not what is left after the work: a timer counts whole milliseconds, and the rest of one would tell how long it took.
  // It may go off a little early.
  const moment = () => sleep(floorMs + 1);
  const first = moment();
  let isOver = false;
  const settled = Promise.allSettled([work()]).then(([outcome]) => {
    isOver = true;
    return outcome;
  });
  await first;
  while (!isOver) await moment();
  const outcome = await settled;
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
