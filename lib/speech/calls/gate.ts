import { seconds } from "@/lib/clock";
import { ProviderError } from "@/lib/speech/provider";
import { stopped } from "@/lib/speech/until-aborted";
import { Breaker, type Outcome, type Ticket } from "./breaker";
import { FairLine } from "./fair-line";

const longestWaitMs = seconds(2);

type Waiting = {
  owner: string;
  patienceMs?: number;
  admit: (ticket: Ticket) => void;
  refuse: (error: ProviderError) => void;
};

/**
 * Lets so many calls into an engine at once; as many more wait in front, for a moment; the others are refused. One owner
 * has all places but one, so that another's call finds one.
 */
export class Gate {
  readonly concurrency: number;
  readonly #breaker = new Breaker();
  readonly #waiting: FairLine<Waiting>;
  readonly #mostEach: number;

  constructor(concurrency: number) {
    this.concurrency = concurrency;
    this.#waiting = new FairLine(concurrency);
    this.#mostEach = Math.max(1, concurrency - 1);
  }

  get state() {
    return { breaker: this.#breaker.state, inFlight: this.#breaker.inFlight, waiting: this.#waiting.size };
  }

  /**
   * For `patienceMs` see the breaker; `owner` is whose share of the places the call takes, if anybody's. Throws ProviderError: `busy` when too many wait, `broken` while the engine is
   * left alone, `timeout` on abort.
   */
  async enter(signal: AbortSignal, owner = "", patienceMs?: number): Promise<Ticket> {
    if (signal.aborted) throw stopped(signal);
    const isClosed = this.#breaker.state === "closed";
    if (!isClosed) this.#refuseWaiting();
    // A probe needs no place: those that hang may hold all of them.
    const hasPlace = this.#breaker.inFlight < this.concurrency && this.#of(owner) < this.#mostEach;
    if (!isClosed || hasPlace) return this.#admit(owner, patienceMs);
    return this.#wait(signal, owner, patienceMs);
  }

  leave(ticket: Ticket, outcome: Outcome): void {
    this.#breaker.leave(ticket, outcome);
    const isClosed = this.#breaker.state === "closed";
    if (!isClosed) this.#refuseWaiting();
    while (this.#breaker.inFlight < this.concurrency) {
      const waiting = this.#waiting.next(this.#of, this.#mostEach);
      if (!waiting) return;
      const next = this.#breaker.enter(waiting.patienceMs, waiting.owner);
      if (next) waiting.admit(next);
      else waiting.refuse(resting());
    }
  }

  // What is made for everybody takes no business's share.
  #of = (owner: string): number => (owner === "" ? 0 : this.#breaker.inFlightOf(owner));

  #admit(owner: string, patienceMs?: number): Ticket {
    const ticket = this.#breaker.enter(patienceMs, owner);
    if (!ticket) throw resting();
    return ticket;
  }

  #refuseWaiting(): void {
    for (const waiting of [...this.#waiting]) waiting.refuse(resting());
  }

  #wait(signal: AbortSignal, owner: string, patienceMs?: number): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        this.#waiting.leave(waiting);
      };
      const waiting: Waiting = {
        owner,
        patienceMs,
        admit(ticket) {
          end();
          resolve(ticket);
        },
        refuse(error) {
          end();
          reject(error);
        },
      };
      const abort = () => waiting.refuse(stopped(signal));
      const timer = setTimeout(() => waiting.refuse(tooMany()), longestWaitMs);
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.join(waiting)?.refuse(tooMany());
    });
  }
}

// Neither is tried again: to have refused quickly is the point.
const tooMany = () => new ProviderError("busy", "Too many calls wait for this engine.", { retryable: false });
const resting = () =>
  new ProviderError("broken", "This engine failed of late and is left alone for a moment.", { retryable: false });
