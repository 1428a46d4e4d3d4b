// @module-tag promise
// @module-tag slow
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeDeliveries, makeEndpoint } from "@/prisma/webhook-factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { startReceiver } from "@/testing/fakes/receiver";
import { isDeep, trials } from "@/testing/harness/deep";
import { promised } from "@/testing/promises";

const program = ".build/webhook-child.mjs";
const kills = trials(undefined, 10, 200);
const events = isDeep ? 10_000 : 500;
const endpointCount = 10;

const children = new Set<ChildProcess>();
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const workers: ChildProcess[] = [];
const inFlight = new Map<string, number>();
let started = 0;
let most = 0;
let inAll = 0;
let mostInAll = 0;
let answerMs = 20;

beforeAll(async () => {
  await buildChild("webhook-child");
  // Counted by endpoint, and answered after a while, so that attempts are in flight at any moment.
  receiver = await startReceiver((response, { path }) => {
    const now = (inFlight.get(path) ?? 0) + 1;
    inFlight.set(path, now);
    most = Math.max(most, now);
    mostInAll = Math.max(mostInAll, ++inAll);
    response.on("close", () => {
      inFlight.set(path, (inFlight.get(path) ?? 0) - 1);
      inAll--;
    });
    setTimeout(() => response.end(), answerMs);
  });
  for (let count = 0; count < 3; count++) workers.push(startWorkerProcess());
  await vi.waitUntil(async () => (await connectedWorkers()) === 3, { timeout: 30_000 });
});
afterAll(async () => {
  for (const child of children) await kill(child);
  await receiver.close();
});

function startWorkerProcess(): ChildProcess {
  const env = { ...process.env, PGAPPNAME: `webhooks ${started++}`, LOG_LEVEL: "silent" };
  const child = spawn(process.execPath, [program], { stdio: "inherit", env });
  children.add(child);
  return child;
}

async function connectedWorkers(): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(DISTINCT application_name)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'webhooks %'`;
  return row?.count ?? 0;
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
}

async function prepare(count: number): Promise<Set<string>> {
  const { businessId } = await makeMember();
  for (let index = 0; index < endpointCount; index++) {
    const endpoint = await makeEndpoint({ businessId }, { url: `${receiver.url}/${index}` });
    await makeDeliveries(endpoint, count / endpointCount);
  }
  const rows = await db.webhookDelivery.findMany({ where: { businessId }, select: { eventId: true } });
  return new Set(rows.map(({ eventId }) => eventId));
}

const waiting = () => db.webhookDelivery.count({ where: { state: "waiting" } });
const receivedIds = () => receiver.received.map(({ headers }) => headers["webhook-id"] ?? "");

test("three workers never have more than 32 attempts in flight to one endpoint, and 64 to those of one business", async () => {
  await prepare(1500);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  expect(most).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(32);
  expect(mostInAll).toBeGreaterThan(32);
  expect(mostInAll).toBeLessThanOrEqual(64);
  expect(receivedIds()).toHaveLength(1500);
});

test(`while workers are killed ${kills} times, each of ${events} events arrives at least once under its own id`, async () => {
  answerMs = 500;
  receiver.received.length = 0;
  const ids = await prepare(events);
  for (let count = 0; count < kills; count++) {
    const before = receiver.received.length;
    // Killed while it delivers, wherever that is.
    await expect.poll(() => receiver.received.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before);
    await sleep(Math.random() * 60);
    const [killed] = workers.splice(Math.floor(Math.random() * workers.length), 1);
    if (killed) await kill(killed);
    workers.push(startWorkerProcess());
  }
  expect(await waiting()).toBeGreaterThan(0);
  answerMs = 20;
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
  const received = receivedIds();
  expect([...ids].filter((id) => !received.includes(id))).toHaveLength(promised("W5"));
  expect(received.length - ids.size).toBeLessThanOrEqual(kills * 64);
  expect(await db.webhookDelivery.count({ where: { state: { not: "succeeded" } } })).toBe(0);
});

test("an attempt during which its worker is killed is in the log as cut off, and the event is sent again at once", async () => {
  // One worker alone, so that no business changes hands while its attempts run.
  for (const worker of workers.splice(0)) await kill(worker);
  workers.push(startWorkerProcess());
  answerMs = 60_000;
  receiver.received.length = 0;
  const ids = await prepare(endpointCount);
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(ids.size);
  const written = () =>
    db.$queryRaw`
    SELECT id FROM webhook_workers WHERE jsonb_array_length(running) > 0`.then((rows) => (rows as unknown[]).length);
  await expect.poll(written, { timeout: 10_000 }).toBeGreaterThan(0);
  await sleep(500);
  for (const worker of workers.splice(0)) await kill(worker);
  answerMs = 20;
  for (let count = 0; count < 3; count++) workers.push(startWorkerProcess());
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  const deliveries = await db.webhookDelivery.findMany({ where: { eventId: { in: [...ids] } } });
  for (const { id, attempts } of deliveries) {
    expect(attempts).toBe(2);
    const rows = await db.webhookAttempt.findMany({ where: { deliveryId: id }, orderBy: { number: "asc" } });
    expect(rows).toMatchObject([
      { number: 1, error: "interrupted", statusCode: null, url: expect.stringContaining(receiver.url) },
      { number: 2, error: null, statusCode: 200 },
    ]);
  }
});
