import "server-only";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";

let running = 0;

/** Runs a job, or throws OVERLOADED while this process has as many in hand as VANG_API_CONCURRENCY allows. */
export async function admit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= env.VANG_API_CONCURRENCY) throw new Refusal("OVERLOADED");
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}
