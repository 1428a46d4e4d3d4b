import { seconds } from "@/lib/clock";

/** One call in flight, and how it ended: `neither` says nothing of the engine, as when a client hangs up. */
export type Ticket = { startedAt: number; patienceMs: number; owner?: string };
export type Outcome = "good" | "bad" | "neither";
export type BreakerState = "closed" | "open" | "probing";

/** How fast old outcomes lose their weight. */
const halfLifeMs = seconds(2);
const failuresInARow = 5;
const failuresOfHalf = 4;
/** How long it stays open before the next probe. */
const cooldownMs = seconds(2);
/** A probe this old has told its story: another may start beside it. */
const probeMs = seconds(5);
/** No call hangs before this. */
export const shortestPatienceMs = seconds(4);
/** So many calls that hang are no accident. An engine with fewer places is full instead. */
const hangLimit = 3;

/**
 * Says when to leave an engine alone. It opens on five failures in a row, on failures that make up half of what is
 * recent, and when calls hang: three in flight beyond their patience while none succeeded. Then one probe at a time finds
 * out whether it is well again. Time is `performance.now()`.
 */
export class Breaker {
  readonly #inFlight = new Set<Ticket>();
  #openedAt: number | null = null;
  #isHung = false;
  #closedAt = Number.NEGATIVE_INFINITY;
  #probe: Ticket | null = null;
  #lastGoodAt = Number.NEGATIVE_INFINITY;
  /** Of its patience, the largest part that a call took of late. */
  #slowest = 0;
  #row = 0;
  #recent = { good: 0, bad: 0, at: 0 };

  get inFlight(): number {
    return this.#inFlight.size;
  }

  inFlightOf(owner: string): number {
    let count = 0;
    for (const ticket of this.#inFlight) if (ticket.owner === owner) count++;
    return count;
  }

  /** Opens first, when calls hang. */
  get state(): BreakerState {
    const now = performance.now();
    if (this.#openedAt === null) {
      this.#openedAt = this.#hungSince(now);
      this.#isHung = this.#openedAt !== null;
    }
    if (this.#openedAt === null) return "closed";
    return this.#probe ? "probing" : "open";
  }

  /** Whether `enter` would admit a call now. */
  get admits(): boolean {
    return this.state === "closed" || this.#mayProbe(performance.now());
  }

  /**
   * The ticket of a call that begins now, or null while the engine is left alone. A call hangs after `patienceMs`, or
   * three times as much of it as the slowest took.
   */
  enter(patienceMs = shortestPatienceMs, owner?: string): Ticket | null {
    const now = performance.now();
    if (!this.admits) return null;
    const ticket = { startedAt: now, patienceMs, owner };
    if (this.#openedAt !== null) this.#probe = ticket;
    this.#inFlight.add(ticket);
    return ticket;
  }

  leave(ticket: Ticket, outcome: Outcome): void {
    this.#inFlight.delete(ticket);
    const wasProbe = this.#probe === ticket;
    if (wasProbe) this.#probe = null;
    if (outcome === "good") this.#succeed(ticket, wasProbe);
    if (outcome === "bad") this.#fail(ticket, wasProbe);
  }

  #succeed({ startedAt, patienceMs }: Ticket, wasProbe: boolean): void {
    const now = performance.now();
    this.#lastGoodAt = now;
    this.#slowest = Math.max((now - startedAt) / patienceMs, this.#slowest * 0.95);
    this.#row = 0;
    this.#decay(now).good++;
    // What looked like hanging was slow: this one came to its end.
    if (wasProbe || this.#isHung) this.#close(now);
  }

  #fail({ startedAt }: Ticket, wasProbe: boolean): void {
    // Told of an engine that has recovered since.
    if (startedAt < this.#closedAt) return;
    const now = performance.now();
    const recent = this.#decay(now);
    recent.bad++;
    this.#row++;
    const isTooMuch = this.#row >= failuresInARow || (recent.bad >= failuresOfHalf && recent.bad >= recent.good);
    if (wasProbe || (this.#openedAt === null && isTooMuch)) this.#openedAt = now;
  }

  #close(now: number): void {
    this.#openedAt = null;
    this.#isHung = false;
    this.#closedAt = now;
    this.#row = 0;
    this.#recent = { good: 0, bad: 0, at: now };
    // What still hangs from before must not keep the healed engine's places.
    this.#inFlight.clear();
  }

  #decay(now: number) {
    const weight = 0.5 ** ((now - this.#recent.at) / halfLifeMs);
    this.#recent = { good: this.#recent.good * weight, bad: this.#recent.bad * weight, at: now };
    return this.#recent;
  }

  #mayProbe(now: number): boolean {
    if (this.#openedAt === null || now - this.#openedAt < cooldownMs) return false;
    return this.#probe === null || now - this.#probe.startedAt >= probeMs;
  }

  /** The moment from which the calls in flight count as hanging, or null while they do not. */
  #hungSince(now: number): number | null {
    // Most of the time this is all there is to ask.
    if (now - this.#lastGoodAt < shortestPatienceMs || this.#inFlight.size < hangLimit) return null;
    const patience = Math.max(1, 3 * this.#slowest);
    const moments = [...this.#inFlight]
      .map(({ startedAt, patienceMs }) => Math.max(startedAt, this.#lastGoodAt) + patienceMs * patience)
      .sort((a, b) => a - b);
    const since = moments[hangLimit - 1] ?? now + 1;
    return since <= now ? since : null;
  }
}
