import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { db, type Transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { increment } from "@/lib/platform/telemetry/metrics";
import { type Due, watchDue } from "./due";

/**
 * Rows of a table that wait for a worker. Any number of processes work on them at once: each takes its rows by a claim in
 * SQL, and a row whose process died is claimed again.
 */
export type Claims<Claimed> = {
  /** In the log, and in `vang_task_failures_total` for what has no `failed`. */
  name: string;
  /**
   * Leases up to `places` rows that are due, or does what is due in the claim's own transaction (`inTransaction`). It is
   * called again at once after it returned any, so it has to make progress with what it returns.
   */
  claim: (places: number) => Promise<readonly Claimed[]>;
  /** What is done with a leased row. */
  work?: (claimed: Claimed) => Promise<unknown>;
  /** Writes down that the work failed, and with it when the row is due again: without, when its lease ends. */
  retry?: (claimed: Claimed, error: Error) => Promise<unknown>;
  /** How many rows are worked on at once: 1 by default. */
  places?: number;
  /** After a claim of nothing the loop rests until this holds, or for so many milliseconds, or until it is woken. */
  rest: Due | number;
  /** A pause before the next claim, in which more rows can come: a claim of several costs as much as one of a single row. */
  gatherMs?: (claimed: readonly Claimed[]) => number;
  /** How long running work may take once the loop is stopped: by default until it ends. */
  stopMs?: number;
  /** Reports that the claim itself failed, or the retry. */
  failed?: (error: Error) => void;
};

export type ClaimLoop = {
  /** Claims at once: something is due. */
  wake(): void;
  /** Claims nothing more, and resolves once the running work ended. */
  stop(): Promise<void>;
};

/** Claims and works until stopped. */
export function startClaimLoop<Claimed>(claims: Claims<Claimed>): ClaimLoop {
  const { places = 1, rest: until, gatherMs = () => 0, stopMs } = claims;
  const inHand = new Set<Promise<unknown>>();
  let isStopped = false;
  let isWoken = false;
  let endRest: () => void = () => undefined;

  const wake = () => {
    isWoken = true;
    endRest();
  };

  /** Not at all if it was woken since the last claim began: that claim may have missed what is due. */
  const rest = async () => {
    if (isWoken) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      endRest = resolve;
      if (typeof until === "number") timer = setTimeout(resolve, until);
    });
    clearTimeout(timer);
  };

  const start = (claimed: Claimed) => {
    const working = workOn(claims, claimed).finally(() => {
      inHand.delete(working);
      wake();
    });
    inHand.add(working);
  };

  const run = async () => {
    while (!isStopped) {
      isWoken = false;
      const claimed = await claims.claim(places - inHand.size).catch((error: Error) => {
        reportFailure(claims, error);
        return [];
      });
      for (const one of claimed) {
        if (claims.work) start(one);
        if (inHand.size >= places) await Promise.race(inHand);
      }
      if (claimed.length === 0 && !isStopped) await rest();
      const pauseMs = isStopped ? 0 : gatherMs(claimed);
      if (pauseMs > 0) await sleep(pauseMs);
    }
    await Promise.all(inHand);
  };

  const running = run();
  const unwatch = typeof until === "number" ? undefined : watchDue(until, wake);
  return {
    wake,
    async stop() {
      unwatch?.();
      isStopped = true;
      wake();
      const ends = stopMs === undefined ? [] : [sleep(stopMs, undefined, { ref: false })];
      await Promise.race([running, ...ends]);
    },
  };
}

/** Runs a task each second in which something is due for it, until stopped. */
export const startWhenDue = (name: string, due: Due, task: () => Promise<unknown>): ClaimLoop =>
  startClaimLoop<never>({ name, rest: due, claim: () => task().then(() => []) });

/** Works until nothing is due, for one who waits for it. Returns how much of the leased work succeeded. */
export async function workThrough<Claimed>(claims: Claims<Claimed>): Promise<number> {
  for (let done = 0; ; ) {
    const claimed = await claims.claim(claims.places ?? 1);
    if (claimed.length === 0) return done;
    for (const one of claimed) if (await workOn(claims, one)) done += 1;
  }
}

/** Returns whether it succeeded. */
async function workOn<Claimed>(claims: Claims<Claimed>, claimed: Claimed): Promise<boolean> {
  try {
    await claims.work?.(claimed);
    return true;
  } catch (error) {
    await claims.retry?.(claimed, error as Error).catch((failure: Error) => reportFailure(claims, failure));
    if (!claims.retry) reportFailure(claims, error as Error);
    return false;
  }
}

function reportFailure<Claimed>({ name, failed }: Claims<Claimed>, error: Error): void {
  if (failed) failed(error);
  else {
    increment("vang_task_failures_total", { task: name });
    log.error({ duty: name, reason: error.message }, "a background task failed");
  }
}

type Locked<Claimed> = {
  /** Locks a row that is due, past those that others have locked. */
  claim: (tx: Transaction) => Promise<Claimed | undefined>;
  work: (tx: Transaction, claimed: Claimed) => Promise<unknown>;
  /** Runs after the work was undone, without the lock. Without it the claim fails. */
  retry?: (claimed: Claimed, error: Error) => Promise<unknown>;
  timeoutMs?: number;
};

/** A claim that works on its row while it has it locked, all in one transaction: a process that dies undoes both. */
export const inTransaction =
  <Claimed>({ claim, work, retry, timeoutMs }: Locked<Claimed>) =>
  async (): Promise<readonly Claimed[]> => {
    let claimed: Claimed | undefined;
    const carryOut = async (tx: Transaction) => {
      claimed = await claim(tx);
      if (claimed !== undefined) await work(tx, claimed);
    };
    try {
      await db.$transaction(carryOut, { timeout: timeoutMs });
    } catch (error) {
      if (!retry || claimed === undefined) throw error;
      await retry(claimed, error as Error);
    }
    return claimed === undefined ? [] : [claimed];
  };
