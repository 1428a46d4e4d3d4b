import "server-only";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { perProcess } from "@/lib/platform/per-process";
import { whenEnded } from "./streamed-answer";

let running = 0;

const places = () => perProcess(env.VANG_API_CONCURRENCY);

/** The jobs of this process, and how many it runs at once. */
export const occupancy = (): { running: number; places: number } => ({ running, places: places() });

/** Throws OVERLOADED while this process runs as many jobs as its share of VANG_API_CONCURRENCY allows. */
export function requireRoom(): void {
  if (running >= places()) throw new AppError("OVERLOADED");
}

/** Runs a job whose body has arrived, and what goes on while its response is sent, or throws what `requireRoom` throws. */
export async function runWithinCapacity<Result>(work: () => Promise<Result>): Promise<Result> {
  requireRoom();
  running += 1;
  let ended: Promise<void> | undefined;
  try {
    const result = await work();
    ended = whenEnded(result);
    return result;
  } finally {
    if (ended) void ended.then(leave);
    else leave();
  }
}

const leave = (): void => {
  running -= 1;
};
