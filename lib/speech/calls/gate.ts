import { seconds } from "@/lib/clock";
import { ProviderError } from "@/lib/speech/provider";
import { stopped } from "@/lib/speech/until-aborted";
import { Breaker, type Outcome, type Ticket } from "./breaker";

const longestWaitMs = seconds(2);

type Waiting = { patienceMs?: number; admit: (ticket: Ticket) => void; refuse: (error: ProviderError) => void };

/** Lets so many calls into an engine at once; as many more wait in front, for a moment; the others are refused. */
export class Gate {
  readonly concurrency: number;
  readonly #breaker = new Breaker();
  readonly #waiting = new Set<Waiting>();

  constructor(concurrency: number) {
    this.concurrency = concurrency;
  }

  get state() {
    return { breaker: this.#breaker.state, inFlight: this.#breaker.inFlight, waiting: this.#waiting.size };
  }

  /**
   * For `patienceMs` see the breaker. Throws ProviderError: `busy` when too many wait, `broken` while the engine is
   * left alone, `timeout` on abort.
   */
  async enter(signal: AbortSignal, patienceMs?: number): Promise<Ticket> {
    if (signal.aborted) throw stopped(signal);
    const isClosed = this.#breaker.state === "closed";
    if (!isClosed) this.#refuseWaiting();
    // A probe needs no place: those that hang may hold all of them.
    if (!isClosed || (this.#breaker.inFlight < this.concurrency && this.#waiting.size === 0))
      return this.#admit(patienceMs);
    if (this.#waiting.size >= this.concurrency) throw tooMany();
    return this.#wait(signal, patienceMs);
  }

  leave(ticket: Ticket, outcome: Outcome): void {
    this.#breaker.leave(ticket, outcome);
    const isClosed = this.#breaker.state === "closed";
    if (!isClosed) this.#refuseWaiting();
    for (const waiting of this.#waiting) {
      if (this.#breaker.inFlight >= this.concurrency) return;
      const next = this.#breaker.enter(waiting.patienceMs);
      if (next) waiting.admit(next);
      else waiting.refuse(resting());
    }
  }

  #admit(patienceMs?: number): Ticket {
    const ticket = this.#breaker.enter(patienceMs);
    if (!ticket) throw resting();
    return ticket;
  }

  #refuseWaiting(): void {
    for (const waiting of this.#waiting) waiting.refuse(resting());
  }

  #wait(signal: AbortSignal, patienceMs?: number): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
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
      this.#waiting.add(waiting);
    });
  }
}

// Neither is tried again: to have refused quickly is the point.
const tooMany = () => new ProviderError("busy", "Too many calls wait for this engine.", { retryable: false });
const resting = () =>
  new ProviderError("broken", "This engine failed of late and is left alone for a moment.", { retryable: false });
