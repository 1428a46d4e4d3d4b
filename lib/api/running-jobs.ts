import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { perProcess } from "@/lib/platform/per-process";

/** A response whose job goes on while it is sent. */
export class StreamedAnswer {
  constructor(
    readonly response: Response,
    /** Resolves when the job ends; never rejects. */
    readonly ended: Promise<void>,
  ) {}
}

/** Resolves when what an operation answered needs its place no longer. */
export const whenEnded = (answered: unknown): Promise<void> | undefined =>
  answered instanceof StreamedAnswer ? answered.ended : undefined;

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
  const leave = () => {
    running -= 1;
  };
  try {
    const result = await work();
    ended = whenEnded(result);
    return result;
  } finally {
    if (ended) void ended.then(leave);
    else leave();
  }
}

const detached = new Map<AbortController, Promise<unknown>>();

/** The client's disconnection does not end the job: a retry gets the result. Its signal aborts at the process's end. */
export async function runDetached<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const end = new AbortController();
  const job = work(end.signal);
  const whole = job.then(whenEnded).finally(() => detached.delete(end));
  detached.set(end, whole);
  whole.catch(() => undefined);
  return job;
}

/** Resolves once no detached job runs. */
export async function detachedJobsEnd(): Promise<void> {
  while (detached.size > 0) await Promise.allSettled(detached.values());
}

/** Long enough to refund and to record the failure. */
const cancelMs = seconds(5);

/** Cancels the detached jobs that still run, so that a retry elsewhere need not wait for their holds to expire. */
export async function cancelJobs(): Promise<void> {
  for (const end of detached.keys()) end.abort(new AppError("OVERLOADED", { message: "api.ending" }));
  await Promise.race([detachedJobsEnd(), sleep(cancelMs, undefined, { ref: false })]);
}
