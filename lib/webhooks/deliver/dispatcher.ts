import "server-only";
import { queueOf } from "@/lib/access/events/queue";
import { clock, seconds } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type DeliverOptions, openDeliver } from "./deliver";
import { type Due, fetched, findDue } from "./find-due";
import type { Task } from "./load";
import { fastMs, mostPlaces, openPace, type Pace, slowMs } from "./pace";

/**
 * Attempts at once of one worker. Slow endpoints begin no more than a quarter of 400. The rest is for others, at most 200 of
 * it for those not known to be fast. An attempt that turns out to be slow takes no place from them, up to `all`.
 */
export const shares = { slow: 100, others: 300, unproven: 200, business: 64, all: 800 } as const;

/** How long an endpoint rests after an error of ours, such as a database that does not respond. */
const restMs = seconds(5);

/** How long the pace of an endpoint without deliveries is kept. */
const forgottenMs = seconds(600);

export type Running = Pick<Task, "deliveryId" | "messageId" | "endpointId" | "url"> & { startedAt: number };

type Lane = {
  target: string;
  businessId: string;
  slot: number;
  places: number | null;
  queue: Due[];
  /** Whether more may be due than is in the queue. */
  mayHaveMore: boolean;
  /** Message ids, the oldest attempt first. */
  inFlight: Map<string, { startedAt: number; task?: Task }>;
  pace: Pace;
  /** Of `performance.now()`. */
  notBefore: number;
  usedAt: number;
};

type Taken = { all: number; slow: number; unproven: number; business: Map<string, number> };

type Options = DeliverOptions & {
  slots: () => readonly number[];
  /** Of the worker's own connection. */
  run?: () => Sql;
};

/** Attempts the due deliveries of the businesses in this worker's slots, with fair shares for businesses and slow endpoints. */
export function openDispatcher({ slots, run = () => sql, ...options }: Options) {
  const { name: queue } = queueOf(options.region);
  const deliver = openDeliver(options);
  const lanes = new Map<string, Lane>();
  const pending = new Set<Promise<void>>();
  let isStopped = false;
  let isPumping = false;
  let onEmpty: () => void = () => undefined;

  const oldestMs = ({ inFlight }: Lane): number => {
    const [first] = inFlight.values();
    return first ? performance.now() - first.startedAt : 0;
  };
  const isSlow = (lane: Lane) => lane.pace.isSlow() || oldestMs(lane) > slowMs;
  const isFast = (lane: Lane) => lane.pace.isFast() && oldestMs(lane) <= fastMs;
  const mostOf = ({ places, pace }: Lane) => Math.min(places ?? mostPlaces, pace.places());

  function count(): Taken {
    const taken: Taken = { all: 0, slow: 0, unproven: 0, business: new Map<string, number>() };
    for (const lane of lanes.values()) take(lane, taken, lane.inFlight.size);
    return taken;
  }

  function take(lane: Lane, taken: Taken, places: number): void {
    if (places === 0) return;
    taken.all += places;
    taken.business.set(lane.businessId, (taken.business.get(lane.businessId) ?? 0) + places);
    if (isSlow(lane)) taken.slow += places;
    else if (!isFast(lane)) taken.unproven += places;
  }

  const hasPlace = (lane: Lane, taken: Taken): boolean => {
    if (performance.now() < lane.notBefore || lane.inFlight.size >= mostOf(lane)) return false;
    if (taken.all >= shares.all || (taken.business.get(lane.businessId) ?? 0) >= shares.business) return false;
    if (isSlow(lane)) return taken.slow < shares.slow;
    return taken.all - taken.slow < shares.others && (isFast(lane) || taken.unproven < shares.unproven);
  };

  /** Starts what has a place, one attempt of each endpoint in turn. */
  function pump(): void {
    isPumping = false;
    if (isStopped) return;
    const taken = count();
    let ready = [...lanes.values()].filter((lane) => lane.queue.length > 0);
    while (ready.length > 0) {
      ready = ready.filter((lane) => {
        if (lane.queue.length === 0 || !hasPlace(lane, taken)) return false;
        start(lane, lane.queue.shift() as Due);
        take(lane, taken, 1);
        return true;
      });
    }
    const isEmpty = (lane: Lane) => lane.mayHaveMore && lane.queue.length === 0 && hasPlace(lane, taken);
    if ([...lanes.values()].some(isEmpty)) onEmpty();
  }

  const pumpSoon = () => {
    if (isPumping) return;
    isPumping = true;
    setImmediate(pump);
  };

  function start(lane: Lane, due: Due): void {
    const running: { startedAt: number; task?: Task } = { startedAt: performance.now() };
    lane.inFlight.set(due.messageId, running);
    // Next time another endpoint comes first.
    lanes.delete(lane.target);
    lanes.set(lane.target, lane);
    const onStart = (task: Task) => {
      running.task = task;
    };
    const delivery = deliver(due, onStart)
      .then((delivered) => {
        if ("attempt" in delivered) lane.pace.record(delivered.attempt);
        else if ("isPaused" in delivered) lane.queue = [];
        else if ("postponedTo" in delivered) {
          lane.queue.unshift(due);
          rest(lane, Math.max(0, +delivered.postponedTo - +clock.now()));
        }
      })
      .catch((error: Error) => {
        log.error({ target: lane.target, reason: error.message }, "the outcome of a delivery is not written down");
        rest(lane, restMs);
      })
      .finally(() => {
        lane.inFlight.delete(due.messageId);
        lane.usedAt = performance.now();
        pending.delete(delivery);
        pumpSoon();
      });
    pending.add(delivery);
  }

  function rest(lane: Lane, ms: number): void {
    lane.notBefore = performance.now() + ms;
    setTimeout(pumpSoon, ms + 1).unref();
  }

  function laneOf({ target, businessId, slot, isHealthy }: Due): Lane {
    const known = lanes.get(target);
    if (known) return known;
    const lane: Lane = {
      ...{ target, businessId, slot, places: null, queue: [], mayHaveMore: false, inFlight: new Map() },
      ...{ pace: openPace(isHealthy), notBefore: 0, usedAt: performance.now() },
    };
    lanes.set(target, lane);
    return lane;
  }

  const inFlight = () => [...lanes.values()].flatMap((lane) => [...lane.inFlight.keys()]);

  return {
    /** Fetches what is due and starts what has a place. Returns how many deliveries were found. */
    async look(): Promise<number> {
      const own = slots();
      if (isStopped || own.length === 0) return 0;
      const taken = count();
      const without = [...lanes.values()].filter((lane) => lane.queue.length > 0 || !hasPlace(lane, taken));
      const found = await findDue(run(), {
        ...{ queue, slots: own, without: without.map(({ target }) => target), inFlight: inFlight() },
      });
      for (const lane of lanes.values()) lane.mayHaveMore = without.includes(lane);
      const begun = new Set(inFlight());
      const counts = new Map<string, number>();
      for (const due of found) {
        const lane = laneOf(due);
        const count = (counts.get(due.target) ?? 0) + 1;
        counts.set(due.target, count);
        lane.places = due.places;
        lane.mayHaveMore = count >= Math.min(due.places ?? fetched, fetched);
        if (!begun.has(due.messageId)) lane.queue.push(due);
      }
      pump();
      return found.length;
    },
    /** Called when an endpoint has a place, and more may be due than was found. */
    whenEmpty(callback: () => void): void {
      onEmpty = callback;
    },
    /** Slots with attempts in flight. */
    busySlots: () => new Set([...lanes.values()].filter((lane) => lane.inFlight.size > 0).map(({ slot }) => slot)),
    /** Starts nothing more of slots that this worker no longer holds, and forgets endpoints that rest. */
    tidy(): void {
      const own = new Set(slots());
      for (const lane of lanes.values()) {
        if (!own.has(lane.slot)) lane.queue = [];
        const isIdle = lane.inFlight.size === 0 && lane.queue.length === 0;
        if (isIdle && performance.now() - lane.usedAt > forgottenMs) lanes.delete(lane.target);
      }
      pump();
    },
    /** What is in flight for longer than `ms`. */
    running: (ms: number): Running[] =>
      [...lanes.values()].flatMap((lane) =>
        [...lane.inFlight.values()].flatMap(({ startedAt, task }) => {
          const ageMs = performance.now() - startedAt;
          if (!task || ageMs < ms) return [];
          const { deliveryId, messageId, endpointId, url } = task;
          return [{ deliveryId, messageId, endpointId, url, startedAt: Math.round(+clock.now() - ageMs) }];
        }),
      ),
    /** Endpoints whose deliveries wait for the endpoint, for its share or for its rate. */
    targets: () =>
      [...lanes.values()].filter((lane) => lane.inFlight.size > 0 || lane.queue.length > 0).map(({ target }) => target),
    /** Resolves once nothing is in flight. */
    async idle(): Promise<void> {
      do {
        await Promise.all(pending);
        await new Promise(setImmediate);
      } while (pending.size > 0);
    },
    /** Starts nothing more. */
    stop(): void {
      isStopped = true;
      for (const lane of lanes.values()) lane.queue = [];
    },
  };
}

export type Dispatcher = ReturnType<typeof openDispatcher>;
