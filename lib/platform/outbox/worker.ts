import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { claim, release, renew } from "./claim";
import { deliver } from "./deliver";
import type { AnyKind } from "./kind";

/** How often an idle worker polls for due messages. */
const pollMs = seconds(1);

/** A pause after a delivery, so that more deliveries end: one claim for several messages costs as much as for one. */
const pauseMs = 20;

/** How long deliveries may run after the worker was stopped. Unfinished ones are left to other workers. */
// Less than the supervisor waits for a process to end, and longer than most mail servers take.
const stopMs = seconds(45);

/** Delivers the messages of these kinds until stopped. Any number of processes may do so at once. */
export function startOutbox(kinds: readonly AnyKind[]): { stop(): Promise<void> } {
  const runners = kinds.map(run);
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}

function run(kind: AnyKind): { stop(): Promise<void> } {
  const owner = randomUUID();
  const inHand = new Map<string, Promise<void>>();
  let isStopped = false;
  let target = "";
  let isWoken = false;
  let endRest: () => void = () => undefined;

  /** Called when a delivery ends, which makes a place free, and when the worker is stopped. */
  const wake = () => {
    isWoken = true;
    endRest();
  };

  /** Ends early when woken, at once if that was since the last rest. */
  const rest = async (ms: number) => {
    if (!isWoken) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        endRest = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
    }
    isWoken = false;
  };

  const start = async (): Promise<number> => {
    const limit = kind.maxInFlight - inHand.size;
    if (limit <= 0) return 0;
    const claimed = await claim(kind, { owner, limit, after: target });
    if (claimed.length === 0 && target !== "") claimed.push(...(await claim(kind, { owner, limit, after: "" })));
    target = claimed.at(-1)?.target ?? "";
    for (const message of claimed) {
      const delivery = deliver(kind, owner, message)
        .catch((error: Error) =>
          log.error(
            { kind: kind.name, message: message.id, reason: error.message },
            "the outcome of a delivery is not written down",
          ),
        )
        .finally(() => {
          inHand.delete(message.id);
          wake();
        });
      inHand.set(message.id, delivery);
    }
    return claimed.length;
  };

  const look = async () => {
    while (!isStopped) {
      const started = await start().catch((error: Error) => {
        log.error({ kind: kind.name, reason: error.message }, "the outbox cannot be read");
        return 0;
      });
      const poll = started === 0 || inHand.size >= kind.maxInFlight ? pollMs : pauseMs;
      await rest(poll);
      if (inHand.size > 0) await sleep(pauseMs);
    }
  };

  const looking = look();
  const renewing = setInterval(() => {
    if (inHand.size > 0) renew(kind, owner, [...inHand.keys()]).catch(() => undefined);
  }, kind.leaseMs / 3);
  return {
    async stop() {
      isStopped = true;
      wake();
      await looking;
      await Promise.race([Promise.all(inHand.values()), sleep(stopMs)]);
      clearInterval(renewing);
      await release(owner).catch((error: Error) =>
        log.warn(
          { kind: kind.name, reason: error.message },
          "messages are left to other workers when their lease ends",
        ),
      );
    },
  };
}
