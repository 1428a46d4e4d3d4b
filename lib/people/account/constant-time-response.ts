import "server-only";
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than any code path that it hides takes on an idle machine. Tests of something else shorten it. */
export const floor = { ms: 300 };

/** Returns or throws at a whole multiple of `floor.ms` after the start: the time reveals nothing about the result. */
export async function inConstantTime<Result>(work: () => Promise<Result>): Promise<Result> {
  // Not the time left after the work: a timer counts whole milliseconds, and the remainder would reveal how long the
  // work took. A timer can fire a little early.
  const moment = () => sleep(floor.ms + 1);
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
