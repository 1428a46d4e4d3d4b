import "server-only";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";

let running = 0;

/** Throws OVERLOADED while this process has as many jobs in hand as VANG_API_CONCURRENCY allows. */
export function requireRoom(): void {
  if (running >= env.VANG_API_CONCURRENCY) throw new Refusal("OVERLOADED");
}

/** Runs a job whose body is here, or throws what `requireRoom` throws. */
export async function admit<Result>(work: () => Promise<Result>): Promise<Result> {
  requireRoom();
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}
