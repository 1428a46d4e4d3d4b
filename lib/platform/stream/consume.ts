import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { type Claim, claimEvents, deleteHandled, retryLater } from "./claims";
import type { Notifications } from "./notifications";
import { settle } from "./settle";
import type { ConsumeOptions, Consumer, Handler } from "./stream";

/** How often a consumer polls, for lost notifications and for expired delays and leases. */
const lookEveryMs = seconds(1);

/** After a batch that was not full, wait for more events: a batch of twenty costs little more than one of two. */
const gatherMs = 40;

export function consume<Payload>(
  notifications: Notifications,
  topic: string,
  options: ConsumeOptions,
  handle: Handler<Payload>,
  retryMs: number,
): Consumer {
  const news = new News();
  const deaf = notifications.subscribe(topic, () => news.notify());
  let stopped = false;

  const drain = async () => {
    const claims = await claimEvents<Payload>(topic, options);
    await settle<Payload, Claim<Payload>>(topic, claims, handle, {
      handled: deleteHandled,
      failed: (claim, error) => retryLater(claim, error, retryMs),
    });
    return claims.length;
  };
  const run = async () => {
    while (!stopped) {
      const count = await drain().catch((error: Error) => {
        log.error({ topic, reason: error.message }, "the stream cannot be read");
        return 0;
      });
      if (count === 0) await news.wait(lookEveryMs);
      else if (count < options.batchSize) await sleep(gatherMs);
    }
  };
  const running = run();

  return {
    async stop() {
      stopped = true;
      deaf();
      news.notify();
      await running;
    },
  };
}

/** A wakeable wait; a wake-up while nothing is waiting is remembered. */
class News {
  #notified = false;
  #wake: (() => void) | undefined;

  notify(): void {
    this.#notified = true;
    this.#wake?.();
  }

  async wait(timeoutMs: number): Promise<void> {
    if (!this.#notified) {
      await new Promise<void>((wake) => {
        const timer = setTimeout(wake, timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          wake();
        };
      });
    }
    this.#notified = false;
  }
}
