import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { balanceEvents } from "@/lib/access/events/schema";
import type { Caller } from "@/lib/access/principals/caller";
import type { Scope } from "@/lib/access/principals/scopes";
import { identify } from "@/lib/keys/find-live-key";
import { clock, hours, seconds } from "@/lib/platform/clock";
import { sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import type { Address } from "@/lib/platform/net/networks";
import { processWide } from "@/lib/platform/process-wide";
import { bodyOf } from "@/lib/webhooks/deliver/compose-request";

/** Open streams of one key, of a business and of the installation, over all processes. */
const mostOfKey = 3;
const mostOfBusiness = 10;
const mostOfAll = 2000;

/** How long a stream whose process died still counts. */
const lifeMs = seconds(30);

const expiry = () => new Date(+clock.now() + lifeMs);

const countOpen = `
  SELECT count(*) FILTER (WHERE key_id = $1)::int AS key, count(*) FILTER (WHERE business_id = $2)::int AS business,
    count(*)::int AS all
  FROM webhook_listeners WHERE expires_at > $3::timestamptz AND closed_at IS NULL`;

const insertListener = `
  INSERT INTO webhook_listeners (id, business_id, key_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4::timestamptz, $5::timestamptz)`;

/** Counts a stream among those of its key and business. Throws CONCURRENCY_LIMITED_…, and OVERLOADED past 2,000 of all. */
export async function openListener(
  { businessId, keyId }: Caller,
  kind: "listener" | "jobListener" = "listener",
): Promise<string> {
  const id = newId(kind);
  await transaction(async (run) => {
    await run("lock-listeners", "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`listeners ${businessId}`]);
    type Open = { key: number; business: number; all: number };
    const [open] = await run<Open>("count-listeners", countOpen, [keyId, businessId, clock.now()]);
    const { key = 0, business = 0, all = 0 } = open ?? {};
    if (key >= mostOfKey) {
      const values = { most: mostOfKey };
      throw new AppError("CONCURRENCY_LIMITED_KEY", { message: "webhooks.streams.tooMany", values });
    }
    if (business >= mostOfBusiness) {
      const values = { most: mostOfBusiness };
      throw new AppError("CONCURRENCY_LIMITED_BUSINESS", { message: "webhooks.streams.tooManyOfBusiness", values });
    }
    if (all >= mostOfAll) throw new AppError("OVERLOADED");
    await run("open-listener", insertListener, [id, businessId, keyId, clock.now(), expiry()]);
  });
  return id;
}

/** What the request for a stream was authenticated with: its secret's fingerprints, and its address. */
export type StreamClient = { fingerprints: string[]; address: Address | null };

const renewOne = `
  UPDATE webhook_listeners SET expires_at = $3::timestamptz
  WHERE id = $1 AND key_id = $2 AND closed_at IS NULL
  RETURNING id`;

/** Returns false once a new request with its secret and address would be rejected, or the key lost a scope it had. */
export async function renewListener(
  id: string,
  { fingerprints, address }: StreamClient,
  scopes: readonly Scope[],
): Promise<boolean> {
  // By the secret and not by the key's id, because a key that is rotated keeps its id.
  const { live } = await identify(fingerprints, address);
  if (!live?.isListed || live.isSuspended || !scopes.every((scope) => live.scopes.includes(scope))) return false;
  if (live.pinnedRegion && live.pinnedRegion !== env.VANG_REGION) return false;
  return (await sql("renew-listener", renewOne, [id, live.keyId, expiry()])).length > 0;
}

export async function closeListener(id: string): Promise<void> {
  await sql("close-listener", "UPDATE webhook_listeners SET closed_at = $2 WHERE id = $1", [id, clock.now()]);
}

export async function sweepListeners(): Promise<void> {
  await sql("sweep-listeners", "DELETE FROM webhook_listeners WHERE expires_at <= $1", [clock.now()]);
}

export type StreamedEvent = { id: string; type: string; body: string };

/** Longer than a transaction that writes events takes: events are visible only once it commits, and not in order. */
const overlapMs = seconds(20);

const batchSize = 200;

/** How long a stream waits before it looks for new events again. */
export const pollMs = seconds(1);

const listNew = `SELECT id, created_at AS "createdAt" FROM events
  WHERE business_id = $1 AND created_at > $2::timestamptz AND id <> ALL($3::text[])
    AND (is_test OR (type <> ALL($4::text[]) AND livemode = $5::boolean))
  ORDER BY created_at, id LIMIT ${batchSize}`;

const loadNew = `SELECT id AS "eventId", type AS "eventType", created_at AS "eventCreatedAt", business_id AS "businessId",
  schema_version AS "schemaVersion", sequence, is_test AS "isTest", livemode, payload FROM events WHERE id = ANY($1::text[]) ORDER BY created_at, id`;

const longestGapMs = hours(1);

const findStreamed = `SELECT created_at AS "createdAt" FROM events
  WHERE id = $1 AND business_id = $2 AND created_at > $3::timestamptz`;

/** Reads each event of the key's mode once, in the order they become visible; with the balance by `balance:read`. */
export function openReader(
  { businessId, scopes, mode = "live" }: Pick<Caller, "businessId" | "scopes"> & Partial<Pick<Caller, "mode">>,
  startedAt: Date,
) {
  const hidden = scopes.includes("balance:read") ? [] : balanceEvents;
  let seen = new Map<string, Date>();
  let readAt = startedAt;

  return async function readNew(): Promise<StreamedEvent[]> {
    const now = clock.now();
    const since = new Date(Math.max(+startedAt - 1, +readAt - overlapMs));
    seen = new Map([...seen].filter(([, createdAt]) => createdAt > since));
    const values = [businessId, since, [...seen.keys()], hidden, mode === "live"];
    const fresh = await sql<{ id: string; createdAt: Date }>("list-streamed", listNew, values);
    // After a full batch there may be more, from its last event on.
    const last = fresh.length === batchSize ? fresh.at(-1)?.createdAt : now;
    readAt = new Date(Math.max(+readAt, +(last ?? now)));
    if (fresh.length === 0) return [];
    for (const { id, createdAt } of fresh) seen.set(id, createdAt);
    const rows = await sql<Parameters<typeof bodyOf>[0]>("load-streamed", loadNew, [fresh.map(({ id }) => id)]);
    return rows.map((row) => ({ id: row.eventId, type: row.eventType, body: bodyOf(row) }));
  };
}

const latestEvents = `SELECT md5(coalesce(string_agg(id, ' ' ORDER BY id), '')) AS latest FROM (
  SELECT id FROM events WHERE business_id = $1 AND created_at > $2::timestamptz ORDER BY created_at DESC LIMIT 1000) AS e`;

type Poll = { at: number; latest: Promise<string> };

const polls = processWide("event stream polls", () => new Map<string, Poll>());

/** A digest that changes when a business has new events: one statement a second for all its streams in this process. */
export function pollLatest(businessId: string): Promise<string> {
  const known = polls.get(businessId);
  const now = performance.now();
  // A little less than the streams wait, so that each of their rounds can see something new.
  if (known && now - known.at < 0.9 * pollMs) return known.latest;
  const since = new Date(+clock.now() - overlapMs);
  const latest = sql<{ latest: string }>("poll-events", latestEvents, [businessId, since]).then(
    ([row]) => row?.latest ?? "",
  );
  polls.set(businessId, { at: now, latest });
  latest.catch(() => polls.delete(businessId));
  return latest;
}

/** Forgets the poll of a business, of which a stream has ended; its other streams make a new one. */
export const forgetPoll = (businessId: string): boolean => polls.delete(businessId);

/** Early enough for what became visible after the event. Null for another business's, and one older than an hour. */
export async function resumeFrom(businessId: string, eventId: string): Promise<Date | null> {
  if (!isId("event", eventId)) return null;
  const values = [eventId, businessId, new Date(+clock.now() - longestGapMs)];
  const [event] = await sql<{ createdAt: Date }>("find-streamed", findStreamed, values);
  return event ? new Date(+event.createdAt - overlapMs) : null;
}

/** So that it ends soon after its key or the secret is no longer accepted. */
export const renewMs = seconds(5);
/** Proxies close connections that are silent for a minute. */
export const heartbeatMs = seconds(15);

type StreamOptions = {
  client: StreamClient;
  /** The last event that an earlier stream sent. */
  lastEventId?: string;
  /** Whether this process is stopping. */
  isEnding: () => boolean;
};

/** From now on, until the secret is no longer accepted or the client leaves. Throws as `openListener` does. */
export async function openStream(caller: Caller, { client, lastEventId, isEnding }: StreamOptions) {
  const resumedAt = lastEventId ? await resumeFrom(caller.businessId, lastEventId) : null;
  const startedAt = clock.now();
  const listenerId = await openListener(caller);
  const readNew = openReader(caller, resumedAt ?? startedAt);
  const renew = () => renewListener(listenerId, client, caller.scopes);
  return sendEvents(caller.businessId, listenerId, readNew, renew, isEnding);
}

async function* sendEvents(
  businessId: string,
  listenerId: string,
  readNew: ReturnType<typeof openReader>,
  renew: () => Promise<boolean>,
  isEnding: () => boolean,
): AsyncGenerator<string, void> {
  let renewedAt = performance.now();
  let sentAt = renewedAt;
  /** The digest of the events when all of them had been read. */
  let readUntil: string | undefined;
  try {
    yield ": open\n\n";
    while (!isEnding()) {
      if (performance.now() - renewedAt >= renewMs) {
        if (!(await renew())) return;
        renewedAt = performance.now();
      }
      const latest = await pollLatest(businessId);
      const events = latest === readUntil ? [] : await readNew();
      if (events.length === 0) readUntil = latest;
      for (const { id, type, body } of events) yield `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`;
      const isSilent = performance.now() - sentAt >= heartbeatMs;
      if (isSilent) yield ": still open\n\n";
      if (isSilent || events.length > 0) sentAt = performance.now();
      else await sleep(pollMs);
    }
  } finally {
    forgetPoll(businessId);
    await closeListener(listenerId);
  }
}
