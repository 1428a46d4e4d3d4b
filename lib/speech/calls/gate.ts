import { seconds } from "@/lib/clock";
import { ProviderError } from "@/lib/speech/provider";
import { Breaker, type Outcome, type Ticket } from "./breaker";

const longestWaitMs = seconds(2);

type Waiting = { admit: (ticket: Ticket) => void; refuse: (error: ProviderError) => void };

/** Lets so many calls into an engine at once; as many more wait in front, for a moment; the others are refused. */
export class Gate {
  readonly concurrency: number;
  readonly #breaker: Breaker;
  readonly #waiting = new Set<Waiting>();

  constructor(concurrency: number) {
    this.concurrency = concurrency;
    this.#breaker = new Breaker(concurrency);
  }

  get state() {
    return { breaker: this.#breaker.state, inFlight: this.#breaker.inFlight, waiting: this.#waiting.size };
  }

  /** Throws ProviderError: `busy` when too many wait, `broken` while the engine is left alone, `timeout` on abort. */
  async enter(signal: AbortSignal): Promise<Ticket> {
    const isClosed = this.#breaker.state === "closed";
    if (!isClosed) this.#refuseWaiting();
    // A probe needs no place: those that hang may hold all of them.
    if (!isClosed || (this.#breaker.inFlight < this.concurrency && this.#waiting.size === 0)) return this.#admit();
    if (this.#waiting.size >= this.concurrency) throw tooMany();
    return this.#wait(signal);
  }

  leave(ticket: Ticket, outcome: Outcome): void {
    this.#breaker.leave(ticket, outcome);
    const isClosed = this.#breaker.state === "closed";
    if (!isClosed) this.#refuseWaiting();
    for (const waiting of this.#waiting) {
      if (this.#breaker.inFlight < this.concurrency) waiting.admit(this.#admit());
    }
  }

  #admit(): Ticket {
    const ticket = this.#breaker.enter();
    if (!ticket) throw resting();
    return ticket;
  }

  #refuseWaiting(): void {
    for (const waiting of this.#waiting) waiting.refuse(resting());
  }

  #wait(signal: AbortSignal): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        admit(ticket) {
          end();
          resolve(ticket);
        },
        refuse(error) {
          end();
          reject(error);
        },
      };
      const abort = () => waiting.refuse(new ProviderError("timeout", "The call ended while it waited."));
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
