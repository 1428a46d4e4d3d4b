import { setTimeout as sleep } from "node:timers/promises";

/**
 * Does `work` on one item at leisure, and under load on all together that came while it was busy, or less than `pauseMs`
 * after it last began. `work` fails only when it could do nothing for any of them: those who wait behind it then fail as
 * well, instead of finding it out anew.
 */
export function gather<Item>(
  work: (items: Item[]) => Promise<unknown>,
  { pauseMs = 0 } = {},
): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<unknown> | undefined;
  let begunAt = Number.NEGATIVE_INFINITY;

  const begin = async () => {
    let items: Item[] = [];
    try {
      await running;
      const earlyMs = begunAt + pauseMs - performance.now();
      if (earlyMs > 0) await sleep(earlyMs);
    } finally {
      items = waiting;
      waiting = [];
      next = undefined;
    }
    begunAt = performance.now();
    const doing = work(items).finally(() => {
      if (running === doing) running = undefined;
    });
    running = doing;
    await doing;
  };
  return (item) => {
    waiting.push(item);
    next ??= begin();
    return next;
  };
}
