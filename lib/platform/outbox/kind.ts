import "server-only";
import { decrypt, encrypt } from "@/lib/platform/encryption";

/** Returned by a failed delivery to choose what happens next; throwing follows the schedule. */
export type Failure =
  /** Retry no earlier than this; counts as one of the schedule's attempts. */
  | { retryAt: Date; reason: string }
  /** Do not retry. */
  | { dead: true; reason: string };

export type Attempt = {
  id: string;
  /** Starts at 1. */
  number: number;
  /** Aborts at the delivery's time limit. */
  signal: AbortSignal;
};

export type Queue = {
  name: string;
  /** The delay before each attempt; after the last one the message is dead. */
  scheduleMs: readonly [number, ...number[]];
  /** For a secret payload: the purpose of its encryption. */
  encryptedFor?: string;
};

export type KnownKind<Payload> = Queue & {
  /** How long a delivered message is remembered, and its dedupe key with it. */
  keepDeliveredMs: number;
  describe(payload: Payload): string;
};

/** How messages of one kind are delivered: at least once, by any process. */
export type OutboxKind<Payload> = KnownKind<Payload> & {
  /** Maximum concurrent deliveries to one target, over all processes. */
  maxInFlightPerTarget: number;
  /** Maximum concurrent deliveries of one process. */
  maxInFlight: number;
  timeoutMs: number;
  /** A lease not renewed for this long passes to another worker. */
  leaseMs: number;
  /** Throws on failure; the schedule then decides on a retry. */
  deliver(payload: Payload, attempt: Attempt): Promise<Failure | undefined>;
};

// biome-ignore lint/suspicious/noExplicitAny: a list of kinds has payloads of different types
export type AnyKind = OutboxKind<any>;

// biome-ignore lint/suspicious/noExplicitAny: the same
export type AnyKnownKind = KnownKind<any>;

const contextOf = (purpose: string, id: string) => ({ purpose, owner: id });

export function encodePayload<Payload>({ encryptedFor }: Queue, id: string, payload: Payload): string {
  const text = JSON.stringify(payload);
  return encryptedFor ? encrypt(text, contextOf(encryptedFor, id)) : text;
}

/** Throws when a payload cannot be decrypted. */
export function decodePayload<Payload>({ encryptedFor }: Queue, id: string, stored: string): Payload {
  return JSON.parse(encryptedFor ? decrypt(stored, contextOf(encryptedFor, id)) : stored);
}
