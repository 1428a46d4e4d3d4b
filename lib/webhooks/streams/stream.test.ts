// @module-tag promise
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { examplePayloads } from "@/lib/access/events/schema";
import { findSubscribers, writeEvents } from "@/lib/access/events/write-events";
import type { Caller } from "@/lib/access/principals/caller";
import { endOldSecret, rotateKey } from "@/lib/keys/rotate";
import { fingerprint, mintSecret } from "@/lib/keys/secret";
import { clock, hours, minutes, seconds } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { parseAddress } from "@/lib/platform/net/networks";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import {
  closeListener,
  forgetPoll,
  openListener,
  openReader,
  pollLatest,
  renewListener,
  resumeFrom,
  sweepListeners,
} from "./stream";

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

const makeListening = () => makeCaller({ scopes: ["webhooks:manage", "balance:read"] });

/** A key that a request from this address was accepted with. */
async function makeClient() {
  const caller = await makeListening();
  const { pepperId, ...stored } = fingerprint(mintSecret());
  await db.apiKey.update({ where: { id: caller.keyId }, data: { pepperId, ...stored } });
  return { caller, client: { fingerprints: [stored.fingerprint], address: parseAddress("203.0.113.7") } };
}

async function write({ businessId }: Caller, count = 1): Promise<string[]> {
  const event = { businessId, type: "credit.low", objectId: null, sequence: 1, payload: examplePayloads["credit.low"] };
  const events = Array.from({ length: count }, () => event as Parameters<typeof writeEvents>[1][number]);
  const before = new Set((await db.event.findMany({ where: { businessId } })).map(({ id }) => id));
  await writeEvents(sql, events, await findSubscribers(sql, [businessId]));
  const after = await db.event.findMany({ where: { businessId }, orderBy: { id: "asc" } });
  return after.map(({ id }) => id).filter((id) => !before.has(id));
}

test("an open stream gets events of a business without endpoints, which are not delivered", async () => {
  const caller = await makeListening();
  const read = openReader(caller, clock.now());
  await openListener(caller);
  const job = makeFinished(caller);
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  const [credit] = await write(caller);

  const events = await read();
  expect(events.map(({ type }) => type)).toEqual(["tts.completed", "credit.low"]);
  expect(JSON.parse(events[0]?.body ?? "")).toMatchObject({
    ...{
      id: events[0]?.id,
      type: "tts.completed",
      businessId: caller.businessId,
      schemaVersion: 1,
      sequence: 1,
      isTest: false,
    },
    data: { trackingId: job.trackingId },
  });
  expect(events[1]?.id).toBe(credit);
  expect(await read()).toEqual([]);
  expect(await db.webhookDelivery.count({ where: { businessId: caller.businessId } })).toBe(0);
});

test("a stream beside an endpoint changes nothing for the endpoint", async () => {
  const caller = await makeListening();
  const { id } = await makeEndpoint(caller, { eventTypes: ["credit.low"] });
  await openListener(caller);
  await write(caller, 3);
  const job = makeFinished(caller);
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  expect(await db.webhookDelivery.count({ where: { endpointId: id } })).toBe(3);
  expect(await db.event.count({ where: { businessId: caller.businessId } })).toBe(4);
});

test("a stream that continues an earlier one misses nothing of the hour between them", async () => {
  const caller = await makeListening();
  const id = await openListener(caller);
  const [first = ""] = await write(caller);
  await closeListener(id);
  clock.advance(minutes(55));
  const [missed] = await write(caller);
  const startedAt = await resumeFrom(caller.businessId, first);
  const read = openReader(caller, startedAt ?? clock.now());
  expect((await read()).map((event) => event.id)).toEqual([first, missed]);
  await sweepListeners();
  expect(await db.webhookListener.count({ where: { businessId: caller.businessId } })).toBe(0);
});

test("an event that becomes visible late is sent once, and more than a batch are all sent", async () => {
  const caller = await makeListening();
  const startedAt = clock.now();
  await openListener(caller);
  const read = openReader(caller, startedAt);
  const ids = await write(caller, 450);
  const late = ids[3] ?? "";
  const row = await db.event.delete({ where: { id: late } });
  clock.advance(seconds(1));
  const sent = [...(await read()), ...(await read()), ...(await read())];
  await db.event.create({ data: { ...row, payload: {} } });
  clock.advance(seconds(10));
  sent.push(...(await read()));
  expect(sent.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(sent.at(-1)?.id).toBe(late);
  expect(await read()).toEqual([]);
});

test("a stream that is far behind reads a batch at a time, from the last event on, and passes over the latest only", async () => {
  const caller = await makeListening();
  await openListener(caller);
  const startedAt = new Date(+clock.now() - hours(1));
  const ids = await write(caller, 450);
  const spread = "UPDATE events SET created_at = $2::timestamptz + $3 * interval '6 s' WHERE id = $1";
  for (const [index, id] of ids.entries()) await sql(undefined, spread, [id, startedAt, index]);

  const query = vi.spyOn(pg.Client.prototype, "query");
  const read = openReader(caller, startedAt);
  const sent = [await read(), await read(), await read(), await read()];
  expect(sent.map((events) => events.length)).toEqual([200, 200, 50, 0]);
  expect(sent.flat().map(({ id }) => id)).toEqual(ids);
  type Statement = { name: string; text: string; values: [string, Date, string[]] };
  const statements = query.mock.calls.map(([statement]) => statement as unknown as Statement);
  const lists = statements.filter(({ name }) => name === "list-streamed");
  const since = lists.map(({ values }) => (+values[1] - +startedAt) / 1000);
  expect(since.slice(0, 3)).toEqual([-0.001, 199 * 6 - 20, 399 * 6 - 20]);
  expect(lists.map(({ values }) => values[2].length)).toEqual([0, 4, 4, 0]);
  const [first] = lists;
  expect(await sql(undefined, first?.text ?? "", first?.values ?? [])).toHaveLength(200);
});

test("a key has three streams at most, and those that ended do not count", async () => {
  const [caller, other] = [await makeListening(), await makeListening()];
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => openListener(caller)));
  const open = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(open).toHaveLength(3);
  await expect(openListener(caller)).rejects.toMatchObject({ code: "CONCURRENCY_LIMITED_KEY" });
  await openListener(other);
  await closeListener(open[0] ?? "");
  await openListener(caller);
  clock.advance(seconds(31));
  await openListener(caller);
});

test("a business has ten streams at most over all its keys, also when they are opened at once, and another has its own", async () => {
  const { businessId, ...first } = await makeListening();
  const keys = await Promise.all([1, 2, 3, 4].map(() => makeCaller({ businessId })));
  const callers = [{ ...first, businessId }, ...keys].flatMap((caller) => [caller, caller, caller]);
  const results = await Promise.allSettled(callers.map((caller) => openListener(caller as Caller)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  const rejected = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
  expect(rejected).toEqual(Array(5).fill("CONCURRENCY_LIMITED_BUSINESS"));
  await openListener(await makeListening());
});

test("an installation has 2,000 streams at most", async () => {
  const caller = await makeListening();
  const fill = `INSERT INTO webhook_listeners (id, business_id, key_id, created_at, expires_at)
    SELECT 'whl_' || n, 'biz_' || n, 'key_' || n, $1, $1::timestamptz + interval '20 s' FROM generate_series(1, 2000) AS n`;
  await sql(undefined, fill, [clock.now()]);
  await expect(openListener(caller)).rejects.toMatchObject({ code: "OVERLOADED" });
  clock.advance(seconds(21));
  await openListener(caller);
  await sweepListeners();
});

test("all streams of a business look for its new events with one statement a second", async () => {
  const [caller, other] = [await makeListening(), await makeListening()];
  await openListener(caller);
  const query = vi.spyOn(pg.Client.prototype, "query");
  const digests = await Promise.all(Array.from({ length: 10 }, () => pollLatest(caller.businessId)));
  expect(new Set(digests).size).toBe(1);
  const polls = query.mock.calls.filter(([statement]) => (statement as { name?: string }).name === "poll-events");
  expect(polls).toHaveLength(1);
  await write(caller);
  forgetPoll(caller.businessId);
  expect(await pollLatest(caller.businessId)).not.toBe(digests[0]);
  expect(await pollLatest(other.businessId)).toBe(digests[0]);
});

test("a stream ends once its key is revoked, expired, or without the scope or the address, and with its business", async () => {
  const changes: [(caller: Caller) => Promise<unknown>, boolean][] = [
    [async () => undefined, true],
    [({ keyId: id }) => db.apiKey.update({ where: { id }, data: { revokedAt: clock.now() } }), false],
    [({ keyId: id }) => db.apiKey.update({ where: { id }, data: { expiresAt: clock.now() } }), false],
    [({ keyId: id }) => db.apiKey.update({ where: { id }, data: { scopes: ["tts:execute"] } }), false],
    [({ keyId: id }) => db.apiKey.update({ where: { id }, data: { allowedAddresses: ["203.0.113.0/24"] } }), true],
    [({ keyId: id }) => db.apiKey.update({ where: { id }, data: { allowedAddresses: ["203.0.113.8"] } }), false],
    [({ businessId: id }) => db.business.update({ where: { id }, data: { suspendedAt: clock.now() } }), false],
    [({ businessId: id }) => db.business.update({ where: { id }, data: { archivedAt: clock.now() } }), false],
    [({ businessId: id }) => db.business.update({ where: { id }, data: { pinnedRegion: "SG" } }), false],
  ];
  for (const [change, isOpen] of changes) {
    const { caller, client } = await makeClient();
    const id = await openListener(caller);
    await change(caller);
    expect(await renewListener(id, client, ["webhooks:manage"])).toBe(isOpen);
    await closeListener(id);
    expect(await renewListener(id, client, ["webhooks:manage"])).toBe(false);
  }
});

test("a stream ends with the secret that opened it, also when its key lives on with a new one", async () => {
  const [{ caller, client }, rotating] = [await makeClient(), await makeClient()];
  const [id, other] = [await openListener(caller), await openListener(rotating.caller)];
  await rotateKey(await makeMember({ businessId: caller.businessId }), caller.keyId, "0");
  expect(await renewListener(id, client, ["webhooks:manage"])).toBe(false);

  const member = await makeMember({ businessId: rotating.caller.businessId });
  await rotateKey(member, rotating.caller.keyId, "24");
  expect(await renewListener(other, rotating.client, ["webhooks:manage"])).toBe(true);
  await endOldSecret(member, rotating.caller.keyId);
  expect(await renewListener(other, rotating.client, ["webhooks:manage"])).toBe(false);
});

test("a stream is not kept open with another key", async () => {
  const [{ caller }, other] = [await makeClient(), await makeClient()];
  expect(await renewListener(await openListener(caller), other.client, ["webhooks:manage"])).toBe(false);
});

test("a stream shows no event of another business, and cannot be continued from one", async () => {
  const [caller, other] = [await makeListening(), await makeListening()];
  await openListener(other);
  await openListener(caller);
  const [foreign = ""] = await write(other);
  expect(await openReader(caller, new Date(0))()).toEqual([]);
  expect(await resumeFrom(caller.businessId, foreign)).toBeNull();
  expect(await resumeFrom(caller.businessId, "evt_' OR 1=1")).toBeNull();
  expect(await resumeFrom(other.businessId, foreign)).toBeInstanceOf(Date);
});

test("a stream of a key that may not read the balance has no events with it, and ends when a key loses that scope", async () => {
  const { caller, client } = await makeClient();
  const id = await openListener(caller);
  await write(caller);
  expect(await openReader({ ...caller, scopes: ["webhooks:manage"] }, new Date(0))()).toEqual([]);
  expect(await openReader(caller, new Date(0))()).toMatchObject([{ type: "credit.low" }]);
  expect(await renewListener(id, client, caller.scopes)).toBe(true);
  await db.apiKey.update({ where: { id: caller.keyId }, data: { scopes: ["webhooks:manage"] } });
  expect(await renewListener(id, client, caller.scopes)).toBe(false);
});
