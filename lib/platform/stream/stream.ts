import type { Statement } from "@/lib/platform/statement";

/** `key` is unique within its topic: publishing it again changes nothing. */
export type StreamEvent<Payload = unknown> = { key: string; payload: Payload };

/** An event with how often it was delivered before. */
export type Delivered<Payload> = StreamEvent<Payload> & { attempts: number };

export type Consumer = {
  /** Stops taking events and resolves once the current batch is settled. */
  stop(): Promise<void>;
};

export type PublishOptions = {
  /** A query that must return a row for the event to be published. */
  condition?: Statement;
  /** Further changes; one that requires the event has EXISTS (SELECT FROM condition) in its text. */
  alongside?: readonly Statement[];
};

/** Carries events to the workers: at least once, in approximate order, durably. Handlers are idempotent by `key`. */
export interface Stream {
  /**
   * Resolves when the event is durable; rejects if it may not be, within `longestPublishMs`. Returns false, without
   * publishing, if the condition is not met. In PostgreSQL `alongside` is part of the statement; elsewhere it follows,
   * and if it fails this rejects although the event is published.
   */
  publish(topic: string, event: StreamEvent, options?: PublishOptions): Promise<boolean>;
  /** A batch that rejects is retried event by event. An event that fails 5 times becomes a dead letter. */
  consume<Payload>(topic: string, options: ConsumeOptions, handle: Handler<Payload>): Consumer;
  /** Age of the oldest event not yet handled, in milliseconds; 0 when there is none. */
  lag(topic: string): Promise<number>;
  /** Payloads of events not yet handled, also of those that a consumer is handling; none of dead letters. */
  listWaiting<Payload>(topic: string): AsyncIterable<Payload>;
  close(): Promise<void>;
}

export type ConsumeOptions = {
  batchSize: number;
  /** After this a batch's events are offered to another consumer. */
  leaseMs: number;
};

export type Handler<Payload> = (events: Delivered<Payload>[]) => Promise<void>;
