import "server-only";
import { balanceEvents } from "@/lib/access/events/schema";
import type { Caller } from "@/lib/access/principals/caller";
import { clock, hours, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { processWide } from "@/lib/platform/process-wide";
import { bodyOf } from "@/lib/webhooks/deliver/compose-request";

export type StreamedEvent = { id: string; type: string; body: string };

/** Longer than a transaction that writes events takes: events are visible only once it commits, and not in order. */
const overlapMs = seconds(20);

const batchSize = 200;

/** How long a stream waits before it looks for new events again. */
export const pollMs = seconds(1);

const list = `SELECT id, created_at AS "createdAt" FROM events
  WHERE business_id = $1 AND created_at > $2::timestamptz AND id <> ALL($3::text[])
    AND (is_test OR (type <> ALL($4::text[]) AND livemode = $5::boolean))
  ORDER BY created_at, id LIMIT ${batchSize}`;

const load = `SELECT id AS "eventId", type AS "eventType", created_at AS "eventCreatedAt", business_id AS "businessId",
  schema_version AS "schemaVersion", sequence, is_test AS "isTest", livemode, payload FROM events WHERE id = ANY($1::text[]) ORDER BY created_at, id`;

const longestGapMs = hours(1);

const find = `SELECT created_at AS "createdAt" FROM events
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
    const fresh = await sql<{ id: string; createdAt: Date }>("list-streamed", list, values);
    // After a full batch there may be more, from its last event on.
    const last = fresh.length === batchSize ? fresh.at(-1)?.createdAt : now;
    readAt = new Date(Math.max(+readAt, +(last ?? now)));
    if (fresh.length === 0) return [];
    for (const { id, createdAt } of fresh) seen.set(id, createdAt);
    const rows = await sql<Parameters<typeof bodyOf>[0]>("load-streamed", load, [fresh.map(({ id }) => id)]);
    return rows.map((row) => ({ id: row.eventId, type: row.eventType, body: bodyOf(row) }));
  };
}

const poll = `SELECT md5(coalesce(string_agg(id, ' ' ORDER BY id), '')) AS latest FROM (
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
  const latest = sql<{ latest: string }>("poll-events", poll, [businessId, since]).then(([row]) => row?.latest ?? "");
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
  const [event] = await sql<{ createdAt: Date }>("find-streamed", find, values);
  return event ? new Date(+event.createdAt - overlapMs) : null;
}
