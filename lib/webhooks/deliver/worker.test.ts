// @module-tag promise
// @module-tag slow
import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import { queueOf } from "@/lib/access/events/queue";
import { type NewEvent, writeEvents } from "@/lib/access/events/write-events";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { enqueueAll } from "@/lib/platform/outbox/enqueue";
import { createReplay } from "@/lib/webhooks/replays/requests";
import { runReplays } from "@/lib/webhooks/replays/run";
import { makeMember } from "@/prisma/factories";
import { makeDeliveries, makeDelivery, makeEndpoint } from "@/prisma/webhook-factories";
import { asOwner } from "@/testing/harness/as-owner";
import { trials } from "@/testing/harness/deep";
import { sendWebhooks } from "@/testing/harness/send-webhooks";
import { startWebhookWorkers } from "@/testing/harness/webhook-workers";
import { retryDelaysMs } from "./retry-schedule";

const queue = queueOf(env.VANG_REGION);
const replayed = trials(undefined, 1000, 10_000);
const { receiver, start, stop, prepare, countReceived, waiting } = await startWebhookWorkers();

const counted = ["outbox_messages", "webhook_deliveries", "webhook_attempts", "webhook_endpoints", "webhook_hours"];
const countWrites = `
  CREATE TABLE row_writes (what text);
  GRANT INSERT, SELECT ON row_writes TO PUBLIC;
  CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO row_writes VALUES (TG_OP || ' ' || TG_TABLE_NAME); RETURN NULL; END $$;
  ${counted.map((table) => `CREATE TRIGGER count_write AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION count_write()`).join(";")}`;
const countNoWrites = `
  ${counted.map((table) => `DROP TRIGGER count_write ON ${table}`).join(";")};
  DROP FUNCTION count_write(); DROP TABLE row_writes`;

const runAll = (statements: string) => asOwner((client) => client.query(statements));

test("a delivery writes its attempt and its state, deletes its message, and nothing claims it", async () => {
  const endpoint = await prepare();
  await makeDeliveries(endpoint, 300);
  await runAll(countWrites);
  try {
    await start();
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
    const rows = await sql<{ what: string; count: bigint }>(
      undefined,
      "SELECT what, count(*) FROM row_writes GROUP BY what",
      [],
    );
    const counts = Object.fromEntries(rows.map(({ what, count }) => [what, Number(count)]));
    const {
      "UPDATE webhook_endpoints": health = 0,
      "INSERT webhook_hours": _,
      "UPDATE webhook_hours": hours = 0,
      ...each
    } = counts;
    expect(each).toEqual({
      "INSERT webhook_attempts": 300,
      "UPDATE webhook_deliveries": 300,
      "DELETE outbox_messages": 300,
    });
    // Once for each batch of results.
    expect(Math.max(health, hours)).toBeLessThan(150);
  } finally {
    await runAll(countNoWrites);
  }
});

test("an idle worker begins a delivery without waiting until it looks again", async () => {
  const endpoint = await prepare();
  await start({ rest: minutes(10) });
  for (let count = 1; count <= 5; count++) {
    await makeDelivery(endpoint);
    await expect.poll(countReceived, { timeout: 10_000 }).toBe(count);
  }
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
});

test("a delivery whose notification was lost is found when the worker looks again", async () => {
  const endpoint = await prepare();
  await start({ rest: 200 });
  const [id = ""] = await makeDeliveries({ ...endpoint, id: endpoint.id }, 1);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  const [messageId = ""] = await enqueueAll(db, { name: queue, scheduleMs: retryDelaysMs }, [
    { target: endpoint.id, payload: { deliveryId: id }, dueAt: new Date(+clock.now() + seconds(60)) },
  ]);
  await db.webhookDelivery.update({ where: { id }, data: { state: "waiting", messageId } });
  await db.outboxMessage.update({ where: { id: messageId }, data: { dueAt: clock.now() } });
  await expect.poll(countReceived, { timeout: 10_000 }).toBe(2);
});

test("the release before this one leases nothing while a worker of this one runs, and what it leased is left to it", async () => {
  const endpoint = await prepare();
  const id = await makeDelivery(endpoint);
  const lease = (ms: number) =>
    sql(undefined, "UPDATE outbox_messages SET leased_until = now() + $1::int * interval '1 ms' WHERE kind = $2", [
      ms,
      queue,
    ]);
  await lease(seconds(30));
  expect(await sendWebhooks()).toBe(0);
  await lease(-1);
  await start();
  await expect
    .poll(async () => (await db.webhookDelivery.findUniqueOrThrow({ where: { id } })).state)
    .toBe("succeeded");
  const formerLock = () =>
    sql<{ isFree: boolean }>(undefined, `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "isFree"`, [
      `outbox ${queue}`,
    ]);
  expect(await formerLock()).toEqual([{ isFree: false }]);
  await stop();
  expect(await formerLock()).toEqual([{ isFree: true }]);
});

test("an ordered endpoint has one attempt in flight, in the order of its events, also while the first of them fails", async () => {
  const endpoint = await prepare();
  await db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { isOrdered: true } });
  vi.useFakeTimers({ toFake: ["Date"] });
  const ids: string[] = [];
  for (let count = 0; count < 8; count++) {
    vi.setSystemTime(Date.now() + 1);
    ids.push(await makeDelivery(endpoint));
  }
  vi.useRealTimers();
  let [inFlight, most] = [0, 0];
  receiver.answer((response) => {
    most = Math.max(most, ++inFlight);
    setTimeout(() => {
      inFlight--;
      response.writeHead(countReceived() === 1 ? 500 : 200).end();
    }, 20);
  });
  await start();
  await expect.poll(countReceived, { timeout: 10_000 }).toBe(1);
  await new Promise((passed) => setTimeout(passed, 1500));
  expect(countReceived()).toBe(1);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  const events = await db.webhookDelivery.findMany({ where: { id: { in: ids } }, orderBy: { createdAt: "asc" } });
  const received = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(received).toEqual([events[0]?.eventId, ...events.map(({ eventId }) => eventId)]);
  expect(most).toBe(1);
});

test("workers whose clocks are five seconds off send everything once, five seconds later at most", async () => {
  const endpoint = await prepare();
  for (const [index, apart] of [seconds(5), seconds(-5)].entries()) {
    clock.advance(apart);
    await makeDeliveries(endpoint, 20);
    clock.reset();
    const began = performance.now();
    if (index === 0) await start({ rest: 200 });
    await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
    expect(countReceived()).toBe(20 * (index + 1));
    if (apart < 0) expect(performance.now() - began).toBeLessThan(seconds(4));
  }
  const [{ body = "", headers = {} } = {}] = receiver.received;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - seconds(5) });
  expect(new Webhook(endpoint.secret).verify(body, headers)).toMatchObject({ type: "webhook.test" });
  vi.useRealTimers();
});

test("each region's workers send its own events", async () => {
  const endpoint = await prepare();
  const { id, businessId } = endpoint;
  const event = { businessId, type: "webhook.test", objectId: null, sequence: 1, payload: { endpointId: id } };
  const subscriber = { id, businessId, eventTypes: ["webhook.test"], isActive: true };
  const events = ["VN", "SG"].map((region) => ({ ...event, region })) as NewEvent[];
  await writeEvents(sql, events, [subscriber]);
  await start({ region: "SG" });
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  expect(await db.webhookDelivery.findFirst({ where: { state: "succeeded" } })).toMatchObject({ region: "SG" });
  await start();
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  expect(countReceived()).toBe(2);
});

test(`a receiver that works again during a replay of ${replayed} gets all of them without an act`, async () => {
  const member = await makeMember();
  const endpoint = await makeEndpoint(member, { url: receiver.url });
  await makeDeliveries(endpoint, replayed);
  await db.outboxMessage.deleteMany();
  await db.webhookDelivery.updateMany({
    data: { state: "failed", attempts: 10, messageId: null, lastError: "status" },
  });
  const accepted = new Set<string>();
  let isBroken = true;
  receiver.answer((response, { headers }) => {
    if (!isBroken) accepted.add(headers["webhook-id"] ?? "");
    response.writeHead(isBroken ? 500 : 200).end();
  });
  await start();
  const id = await createReplay(member, endpoint.id, { filter: { state: "failed" } });
  await expect.poll(countReceived, { timeout: 20_000 }).toBeGreaterThan(50);
  await runReplays();
  isBroken = false;
  const isFinished = async () => {
    await runReplays();
    return (await db.webhookReplay.findUniqueOrThrow({ where: { id } })).finishedAt !== null;
  };
  await expect.poll(isFinished, { timeout: 60_000 }).toBe(true);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  expect(accepted.size).toBe(replayed);
  expect(await db.webhookDelivery.count({ where: { state: "succeeded" } })).toBe(replayed);
});
