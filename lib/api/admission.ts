import "server-only";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { perProcess } from "@/lib/per-process";

let running = 0;

/** Throws OVERLOADED while this process runs as many jobs as its share of VANG_API_CONCURRENCY allows. */
export function requireRoom(): void {
  if (running >= perProcess(env.VANG_API_CONCURRENCY)) throw new AppError("OVERLOADED");
}

/** Runs a job whose body has arrived, or throws what `requireRoom` throws. */
export async function runWithinCapacity<Result>(work: () => Promise<Result>): Promise<Result> {
  requireRoom();
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}
