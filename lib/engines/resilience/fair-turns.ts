import { ProviderError } from "@/lib/engines/provider";
import { stopped } from "@/lib/engines/until-aborted";

type Limits = {
  /** Maximum running at once. */
  places: number;
  /** Maximum running at once for one owner. */
  mostEach: number;
  mostWaiting: number;
  /** Maximum waiting time; undefined means until the signal aborts. */
  longestWaitMs?: number;
};

type Turn = {
  /** The business whose share it uses. */
  owner: string;
  signal: AbortSignal;
  /** Runs before its owner's other work and is never rejected: it continues work that has already started. */
  isUrgent?: boolean;
};

type Waiting = { owner: string; isUrgent: boolean; begin: () => void; reject: (error: ProviderError) => void };

/** How many owners' last turns are remembered. */
const mostRemembered = 1000;

/** The next place goes to the owner with the fewest, and no owner can keep others out by filling the queue. */
export class FairTurns {
  readonly #limits: Limits;
  readonly #waiting = new Set<Waiting>();
  readonly #running = new Map<string, number>();
  /** When owners last had a turn that they waited for, the latest last. */
  readonly #served = new Map<string, number>();
  #count = 0;
  #turns = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Throws ProviderError: `busy` when too many wait or it waited too long, `timeout` when the signal aborts first. */
  async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    if (turn.signal.aborted) throw stopped(turn.signal);
    await this.#enter(turn);
    try {
      return await work();
    } finally {
      this.#leave(turn.owner);
    }
  }

  get running(): number {
    return this.#count;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  #of = (owner: string): number => this.#running.get(owner) ?? 0;

  #enter({ owner, signal, isUrgent = false }: Turn): Promise<void> | void {
    const { places, mostEach, longestWaitMs } = this.#limits;
    if (this.#count < places && this.#of(owner) < mostEach) return this.#take(owner);
    return new Promise((resolve, fail) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        this.#waiting.delete(waiting);
      };
      const begin = () => {
        end();
        this.#take(owner);
        resolve();
      };
      const reject = (error: ProviderError) => {
        end();
        fail(error);
      };
      const waiting = { owner, isUrgent, begin, reject };
      const abort = () => reject(stopped(signal));
      const giveUp = () => reject(tooMany());
      const timer = isUrgent || longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(waiting);
      this.#findOverflow(waiting)?.reject(tooMany());
    });
  }

  /** The last waiter of the owner with the most, if it has at least two more than the newcomer's; else the newcomer. */
  #findOverflow(newcomer: Waiting): Waiting | undefined {
    if (newcomer.isUrgent || this.#waiting.size <= this.#limits.mostWaiting) return undefined;
    const waiting = [...this.#waiting].slice(0, -1);
    const counts = new Map([[newcomer.owner, 0]]);
    for (const { owner } of waiting) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    const longest = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
    if (longest[1] < (counts.get(newcomer.owner) ?? 0) + 2) return newcomer;
    return waiting.findLast(({ owner, isUrgent }) => owner === longest[0] && !isUrgent) ?? newcomer;
  }

  #take(owner: string): void {
    this.#count++;
    this.#running.set(owner, this.#of(owner) + 1);
  }

  #leave(owner: string): void {
    this.#count--;
    const left = this.#of(owner) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    while (this.#count < this.#limits.places) {
      const next = this.#findNext();
      if (!next) return;
      this.#remember(next.owner);
      next.begin();
    }
  }

  /** Among owners with equally few, the one whose last turn is longest ago. */
  #findNext(): Waiting | undefined {
    const servedAt = ({ owner }: Waiting) => this.#served.get(owner) ?? 0;
    const goesBefore = (one: Waiting, other: Waiting) => {
      if (one.owner === other.owner) return one.isUrgent && !other.isUrgent;
      const fewer = this.#of(one.owner) - this.#of(other.owner);
      return fewer < 0 || (fewer === 0 && servedAt(one) < servedAt(other));
    };
    let best: Waiting | undefined;
    for (const each of this.#waiting) {
      if (this.#of(each.owner) < this.#limits.mostEach && (!best || goesBefore(each, best))) best = each;
    }
    return best;
  }

  #remember(owner: string): void {
    this.#served.delete(owner);
    this.#served.set(owner, ++this.#turns);
    const [oldest] = this.#served.keys();
    if (this.#served.size > mostRemembered && oldest !== undefined) this.#served.delete(oldest);
  }
}

const tooMany = () => new ProviderError("busy", "Too many jobs wait.");
