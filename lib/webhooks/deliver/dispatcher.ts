import "server-only";
import { queueOf } from "@/lib/access/events/queue";
import { clock, seconds } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type Due, fetched, findDue, type Task } from "./claim";
import type { Connections } from "./connections";
import { type DeliverTools, deliver } from "./deliver";
import { countShares, type Lane, listRunning, openLane, type Running } from "./lanes";
import { attemptMs } from "./post";
import { openRecorder } from "./record";

/** How long an endpoint rests after an error of ours, such as a database that does not respond. */
const restMs = seconds(5);

/** How long the pace of an endpoint without deliveries is kept. */
const forgottenMs = seconds(600);

export type DeliverOptions = { connections: Connections; region: string; longestMs?: number };

type Options = DeliverOptions & {
  slots: () => readonly number[];
  /** Sends statements through the worker's own connection. */
  run?: () => Sql;
};

/** Attempts the due deliveries of the businesses in this worker's slots, with fair shares for businesses and slow endpoints. */
export class Dispatcher {
  readonly #queue: string;
  readonly #slots: () => readonly number[];
  readonly #run: () => Sql;
  readonly #tools: DeliverTools;
  readonly #lanes = new Map<string, Lane>();
  readonly #pending = new Set<Promise<void>>();
  #isStopped = false;
  #isStartingSoon = false;
  #onEmpty: () => void = () => undefined;

  constructor({ connections, region, longestMs = attemptMs, slots, run = () => sql }: Options) {
    this.#queue = queueOf(region);
    this.#slots = slots;
    this.#run = run;
    this.#tools = { connections, longestMs, record: openRecorder(this.#queue) };
  }

  /** Fetches what is due and starts what has a place. Returns how many deliveries were found. */
  async look(): Promise<number> {
    const slots = this.#slots();
    if (this.#isStopped || slots.length === 0) return 0;
    const lanes = [...this.#lanes.values()];
    const shares = countShares(lanes);
    const withoutPlace = lanes.filter((lane) => lane.queue.length > 0 || !shares.hasPlace(lane));
    const without = withoutPlace.map(({ target }) => target);
    const found = await findDue(this.#run(), { queue: this.#queue, slots, without, inFlight: this.#inFlight() });

    for (const lane of this.#lanes.values()) lane.mayHaveMore = withoutPlace.includes(lane);
    const begun = new Set(this.#inFlight());
    const counts = new Map<string, number>();
    for (const due of found) {
      const lane = this.#lanes.get(due.target) ?? openLane(due);
      this.#lanes.set(due.target, lane);
      const count = (counts.get(due.target) ?? 0) + 1;
      counts.set(due.target, count);
      lane.places = due.places;
      lane.mayHaveMore = count >= Math.min(due.places ?? fetched, fetched);
      if (!begun.has(due.messageId)) lane.queue.push(due);
    }

    this.#startReady();
    return found.length;
  }

  /** Starts what has a place, one attempt of each endpoint in turn. */
  #startReady(): void {
    this.#isStartingSoon = false;
    if (this.#isStopped) return;
    const shares = countShares(this.#lanes.values());
    let ready = [...this.#lanes.values()].filter((lane) => lane.queue.length > 0);
    while (ready.length > 0) {
      ready = ready.filter((lane) => {
        if (!shares.hasPlace(lane)) return false;
        const due = lane.queue.shift();
        if (!due) return false;
        this.#start(lane, due);
        shares.take(lane, 1);
        return true;
      });
    }
    const isEmpty = (lane: Lane) => lane.mayHaveMore && lane.queue.length === 0 && shares.hasPlace(lane);
    if ([...this.#lanes.values()].some(isEmpty)) this.#onEmpty();
  }

  /** Delivers one message. When it ends, its endpoint's pace and place decide what starts next. */
  #start(lane: Lane, due: Due): void {
    const running: { startedAt: number; task?: Task } = { startedAt: performance.now() };
    lane.inFlight.set(due.messageId, running);
    // Next time another endpoint comes first.
    this.#lanes.delete(lane.target);
    this.#lanes.set(lane.target, lane);
    const onStart = (task: Task) => {
      running.task = task;
    };
    const delivery = deliver(due, onStart, this.#tools)
      .then((delivered) => {
        if ("attempt" in delivered) lane.pace.record(delivered.attempt);
        else if ("isPaused" in delivered) lane.queue = [];
        else if ("postponedTo" in delivered) {
          lane.queue.unshift(due);
          this.#rest(lane, Math.max(0, +delivered.postponedTo - +clock.now()));
        }
      })
      .catch((error: Error) => {
        log.error({ target: lane.target, reason: error.message }, "the outcome of a delivery is not written down");
        this.#rest(lane, restMs);
      })
      .finally(() => {
        lane.inFlight.delete(due.messageId);
        lane.usedAt = performance.now();
        this.#pending.delete(delivery);
        this.#startSoon();
      });
    this.#pending.add(delivery);
  }

  #rest(lane: Lane, ms: number): void {
    lane.notBefore = performance.now() + ms;
    setTimeout(() => this.#startSoon(), ms + 1).unref();
  }

  #startSoon(): void {
    if (this.#isStartingSoon) return;
    this.#isStartingSoon = true;
    setImmediate(() => this.#startReady());
  }

  #inFlight(): string[] {
    return [...this.#lanes.values()].flatMap((lane) => [...lane.inFlight.keys()]);
  }

  /** Called when an endpoint has a place, and more may be due than was found. */
  whenEmpty(callback: () => void): void {
    this.#onEmpty = callback;
  }

  /** Slots with attempts in flight. */
  busySlots(): Set<number> {
    return new Set([...this.#lanes.values()].filter((lane) => lane.inFlight.size > 0).map(({ slot }) => slot));
  }

  /** Endpoints whose deliveries wait for the endpoint, for its share or for its rate. */
  targets(): string[] {
    const isWaitedFor = (lane: Lane) => lane.inFlight.size > 0 || lane.queue.length > 0;
    return [...this.#lanes.values()].filter(isWaitedFor).map(({ target }) => target);
  }

  /** What is in flight for longer than `ms`. */
  running(ms: number): Running[] {
    return [...this.#lanes.values()].flatMap((lane) => listRunning(lane, ms));
  }

  /** Starts nothing more of slots that this worker no longer holds, and forgets endpoints that rest. */
  tidy(): void {
    const held = new Set(this.#slots());
    for (const lane of this.#lanes.values()) {
      if (!held.has(lane.slot)) lane.queue = [];
      const isIdle = lane.inFlight.size === 0 && lane.queue.length === 0;
      if (isIdle && performance.now() - lane.usedAt > forgottenMs) this.#lanes.delete(lane.target);
    }
    this.#startReady();
  }

  /** Resolves once nothing is in flight. */
  async idle(): Promise<void> {
    do {
      await Promise.all(this.#pending);
      await new Promise(setImmediate);
    } while (this.#pending.size > 0);
  }

  /** Starts nothing more. */
  stop(): void {
    this.#isStopped = true;
    for (const lane of this.#lanes.values()) lane.queue = [];
  }
}
