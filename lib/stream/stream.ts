import type { Statement } from "@/lib/statement";

/** One event as its producer gave it. `key` is unique within its topic: publishing it again changes nothing. */
export type StreamEvent<Payload = unknown> = { key: string; payload: Payload };

/** An event handed to a consumer, with how often it was handed out before. */
export type Delivered<Payload> = StreamEvent<Payload> & { attempts: number };

export type Consumer = {
  /** Stops taking events and resolves once the batch in hand is settled. */
  stop(): Promise<void>;
};

export type PublishWishes = {
  /** A query that must find a row. */
  condition?: Statement;
  /** Changes; where one must not happen without the event, its text asks for EXISTS (SELECT FROM condition). */
  alongside?: readonly Statement[];
};

/**
 * Carries events from the API to the workers: at least once, in about the order published, surviving any crash.
 * Handlers must be idempotent by `key`.
 */
export interface Stream {
  /**
   * Resolves when the event is durable; rejects if it may not be. The statements of `wishes` are part of the one that
   * publishes. False if its condition was not met: then the event is not published.
   */
  publish(topic: string, event: StreamEvent, wishes?: PublishWishes): Promise<boolean>;
  /**
   * Hands batches to `handle` until stopped. A batch that rejects is tried again event by event; an event that
   * fails 5 times is set aside with its reason, and its neighbours go on.
   */
  consume<Payload>(topic: string, options: ConsumeOptions, handle: Handler<Payload>): Consumer;
  /** Age of the oldest event not yet handled, in milliseconds; 0 when there is none. */
  lag(topic: string): Promise<number>;
  close(): Promise<void>;
}

export type ConsumeOptions = {
  batchSize: number;
  /** How long a batch may take before its events are offered to another consumer. */
  leaseMs: number;
};

export type Handler<Payload> = (events: Delivered<Payload>[]) => Promise<void>;
