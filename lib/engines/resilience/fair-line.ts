/** Someone who waits for a place; `owner` is whose share of the places it takes. */
export type Waiter = { owner: string; isUrgent?: boolean };

/** Owners whose last turn is remembered. */
const mostRemembered = 1000;

/**
 * Who waits for places that several owners share. The next place goes to the owner that has the fewest, and no owner
 * keeps others out of the line by filling it.
 */
export class FairLine<Each extends Waiter> {
  readonly #waiting = new Set<Each>();
  readonly #most: number;
  /** When owners last had a turn, the latest at the end. */
  readonly #served = new Map<string, number>();
  #turns = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#waiting.size;
  }

  [Symbol.iterator](): Iterator<Each> {
    return this.#waiting[Symbol.iterator]();
  }

  /**
   * Adds one at the end. When the line is full, returns who has to leave it: the last of the owner that has the most
   * waiting, if that is at least two more than the newcomer's owner has, or else the newcomer, who is not added.
   */
  join(newcomer: Each): Each | null {
    if (newcomer.isUrgent || this.#waiting.size < this.#most) {
      this.#waiting.add(newcomer);
      return null;
    }
    const counts = countByOwner(this.#waiting);
    const [longest] = [...this.#waiting].sort((a, b) => (counts.get(b.owner) ?? 0) - (counts.get(a.owner) ?? 0));
    if (!longest || (counts.get(longest.owner) ?? 0) < (counts.get(newcomer.owner) ?? 0) + 2) return newcomer;
    const last = [...this.#waiting].reverse().find(({ owner, isUrgent }) => owner === longest.owner && !isUrgent);
    if (!last) return newcomer;
    this.#waiting.delete(last);
    this.#waiting.add(newcomer);
    return last;
  }

  leave(waiter: Each): void {
    this.#waiting.delete(waiter);
  }

  /**
   * Whose turn it is, or null when no owner that waits may have one more place: `mostEach` is how many places one owner
   * may have, `running` how many each has now. Of owners that have equally few it is the one whose last turn is longest
   * ago. Counts as that owner's turn.
   */
  next(running: (owner: string) => number, mostEach: number): Each | null {
    let best: Each | null = null;
    for (const each of this.#waiting) {
      if (running(each.owner) >= mostEach) continue;
      if (!best || this.#goesBefore(each, best, running)) best = each;
    }
    if (best) this.#note(best.owner);
    return best;
  }

  #goesBefore(one: Each, other: Each, running: (owner: string) => number): boolean {
    if (one.owner === other.owner) return one.isUrgent === true && !other.isUrgent;
    const fewer = running(one.owner) - running(other.owner);
    return fewer < 0 || (fewer === 0 && this.#servedAt(one.owner) < this.#servedAt(other.owner));
  }

  #servedAt = (owner: string): number => this.#served.get(owner) ?? 0;

  #note(owner: string): void {
    this.#served.delete(owner);
    this.#served.set(owner, ++this.#turns);
    const [oldest] = this.#served.keys();
    if (this.#served.size > mostRemembered && oldest !== undefined) this.#served.delete(oldest);
  }
}

const countByOwner = (waiters: Iterable<Waiter>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { owner } of waiters) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return counts;
};
