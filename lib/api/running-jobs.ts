import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { whenEnded } from "./streamed-answer";

const running = new Map<AbortController, Promise<unknown>>();

/** The client's disconnection does not end the job: a retry gets the result. Its signal aborts at the process's end. */
export async function runDetached<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const end = new AbortController();
  const job = work(end.signal);
  const whole = job.then(whenEnded).finally(() => running.delete(end));
  running.set(end, whole);
  whole.catch(() => undefined);
  return job;
}

/** Resolves once no detached job runs. */
export async function detachedJobsEnd(): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running.values());
}

/** Long enough to refund and to record the failure. */
const cancelMs = seconds(5);

/** Cancels the detached jobs that still run, so that a retry elsewhere need not wait for their holds to expire. */
export async function cancelJobs(): Promise<void> {
  for (const end of running.keys()) end.abort(new AppError("OVERLOADED", { message: "api.ending" }));
  await Promise.race([detachedJobsEnd(), sleep(cancelMs, undefined, { ref: false })]);
}
