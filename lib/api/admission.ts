import "server-only";
import { Refusal } from "@/lib/errors";

/** For how long what calls waited is gathered before the bound moves. */
const windowMs = 100;

/** Fewer say nothing of how busy the machine is. */
const leastWaits = 5;

/** A wait that nobody minds, whatever it was in calmer times. */
const calmMs = 20;

/** So many times what it was in calmer times, a wait is a queue. */
const queueing = 8;

/** Fewer would leave the machine idle while one of them waits for an engine. */
const leastAtOnce = 16;

/** Who has not sent all of a call by then takes no place from others until they have. */
const sentWithinMs = 50;

/** They are counted no more often than this. */
const countedEveryMs = 20;

/** One call that was let in. `begin` is told how long it waited, once all is known that its engine needs. */
export type Begin = (waitedMs: number) => void;

export type Admission = {
  /** Whether the next call would be refused. */
  refuses(): boolean;
  /**
   * Throws OVERLOADED, without a begin, when there is no room. `isComing` tells whether we wait for the caller to send the
   * rest of the call: one that is slow to come keeps us no busier than an idle connection.
   */
  admit<Result>(work: (begin: Begin) => Promise<Result>, isComing?: () => boolean): Promise<Result>;
};

type Admitted = { at: number; isComing: () => boolean };

/**
 * Lets calls in as long as the machine keeps up: beyond what it can do, a queue only makes everybody late. The bound is
 * `most`, and less while calls wait long between their arrival and their beginning, where no engine is at work yet: it
 * then falls fast, and grows again while they do not. The console and money are not counted, so they keep what is left
 * of the machine.
 */
export function openAdmission(most: number): Admission {
  const admitted = new Set<Admitted>();
  let slow = 0;
  let slowCountedAt = 0;
  let bound = most;
  let waits: number[] = [];
  let calmest = Number.POSITIVE_INFINITY;
  let movesAt = 0;

  // Some may have ended since they were counted.
  const running = () => Math.max(0, admitted.size - slow);

  function move(now: number): void {
    if (now < movesAt) return;
    movesAt = now + windowMs;
    if (waits.length < leastWaits) return;
    const wait = waits.sort((a, b) => a - b)[waits.length >> 1] as number;
    // Forgotten slowly: what was calm an hour ago may not be had any more.
    calmest = Math.min(wait, calmest * 1.01);
    const bearable = Math.max(calmMs, queueing * calmest);
    // By as much as it is too long, and by half at most: those that wait now came under the bound before.
    const share = Math.min(0.9, Math.max(0.5, bearable / wait));
    if (wait > bearable) bound = Math.max(leastAtOnce, Math.min(bound, running()) * share);
    else bound = Math.min(most, bound * 1.03 + 0.5);
    waits = [];
  }

  function countSlow(now: number): void {
    if (now < slowCountedAt + countedEveryMs) return;
    slowCountedAt = now;
    slow = 0;
    for (const { at, isComing } of admitted) if (now - at > sentWithinMs && isComing()) slow += 1;
  }

  function refuses(): boolean {
    const now = performance.now();
    if (admitted.size < Math.min(bound, most)) slow = 0;
    else countSlow(now);
    move(now);
    return running() >= Math.min(bound, most);
  }

  return {
    refuses,
    async admit(work, isComing = () => false) {
      if (refuses()) throw new Refusal("OVERLOADED");
      const call = { at: performance.now(), isComing };
      admitted.add(call);
      try {
        return await work((waitedMs) => waits.push(waitedMs));
      } finally {
        admitted.delete(call);
      }
    },
  };
}
