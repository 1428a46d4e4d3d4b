/** A call in the queue; `owner` is whose share of the places it uses. */
export type Waiter = { owner: string; isUrgent?: boolean };

/** How many owners' last turns are remembered. */
const mostRemembered = 1000;

/**
 * A queue for places shared by several owners. The next place goes to the owner that has the fewest, and no owner can
 * keep others out by filling the queue.
 */
export class FairLine<Each extends Waiter> {
  readonly #waiting = new Set<Each>();
  readonly #most: number;
  /** When owners last had a turn, the latest last. */
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
   * Adds a waiter at the end. When the queue is full, returns the one that has to leave: the last waiter of the owner
   * with the most waiting, if that owner has at least two more than the newcomer's; otherwise the newcomer, which is
   * then not added.
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
   * The next waiter, or null when every waiting owner has its maximum: `mostEach` is the maximum per owner, `running`
   * how many an owner has now. Among owners with equally few, the one whose last turn is longest ago. Counts as that
   * owner's turn.
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
