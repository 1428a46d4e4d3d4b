import { ProviderError } from "@/lib/engines/provider";
import { stopped } from "@/lib/engines/until-aborted";
import { FairLine } from "./fair-line";

type Limits = {
  /** Maximum running at once. */
  places: number;
  /** Maximum running at once for one owner. */
  mostEach: number;
  /** Maximum waiting. */
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

type Waiting = { owner: string; isUrgent?: boolean; begin: () => void; reject: (error: ProviderError) => void };

/** Limits concurrency and shares the places fairly among owners. */
export class FairTurns {
  readonly #limits: Limits;
  readonly #line: FairLine<Waiting>;
  readonly #running = new Map<string, number>();
  #count = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#line = new FairLine(limits.mostWaiting);
  }

  /**
   * Runs `work` once its owner has a place. Throws ProviderError: `busy` when too many wait or it waited too long,
   * `timeout` when the signal aborts first.
   */
  async run<Result>({ owner, signal, isUrgent }: Turn, work: () => Promise<Result>): Promise<Result> {
    if (signal.aborted) throw stopped(signal);
    await this.#enter(owner, signal, isUrgent);
    try {
      return await work();
    } finally {
      this.#leave(owner);
    }
  }

  get running(): number {
    return this.#count;
  }

  get waiting(): number {
    return this.#line.size;
  }

  #of = (owner: string): number => this.#running.get(owner) ?? 0;

  #enter(owner: string, signal: AbortSignal, isUrgent = false): Promise<void> | void {
    const { places, mostEach, longestWaitMs } = this.#limits;
    if (this.#count < places && this.#of(owner) < mostEach) return this.#take(owner);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        this.#line.leave(waiting);
      };
      const waiting: Waiting = {
        owner,
        isUrgent,
        begin: () => {
          end();
          this.#take(owner);
          resolve();
        },
        reject: (error) => {
          end();
          reject(error);
        },
      };
      const abort = () => waiting.reject(stopped(signal));
      const giveUp = () => waiting.reject(tooMany());
      const timer = isUrgent || longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      signal.addEventListener("abort", abort, { once: true });
      this.#line.join(waiting)?.reject(tooMany());
    });
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
      const next = this.#line.next(this.#of, this.#limits.mostEach);
      if (!next) return;
      next.begin();
    }
  }
}

const tooMany = () => new ProviderError("busy", "Too many jobs wait.");
