// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeDeliveries, makeEndpoint } from "@/prisma/webhook-factories";
import { startReceiver } from "@/testing/fakes/receiver";
import { startWebhooks } from "./worker";

const good = 49;
const rate = 50;
const count = 1500;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let hung: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
  hung = await startReceiver(() => undefined);
});
afterAll(async () => {
  await receiver.close();
  await hung.close();
});

type Endpoint = { id: string; businessId: string };

/** Milliseconds until the first attempts of events that are written at a fixed rate: their 99th percentile. */
async function measure(endpoints: readonly Endpoint[]): Promise<number> {
  const start = performance.now();
  const writing = Array.from({ length: count }, async (_, index) => {
    await sleep(start + (index * 1000) / rate - performance.now());
    const [id = ""] = await makeDeliveries(endpoints[index % endpoints.length] as Endpoint, 1);
    return { id, at: Date.now() };
  });
  const written = await Promise.all(writing);
  const ids = { in: written.map(({ id }) => id) };
  await expect
    .poll(() => db.webhookDelivery.count({ where: { id: ids, attempts: 1 } }), { timeout: 60_000 })
    .toBe(count);
  const attempts = await db.webhookAttempt.findMany({ where: { deliveryId: ids } });
  const startOf = new Map(attempts.map(({ deliveryId, startedAt }) => [deliveryId, +startedAt]));
  const delays = written.map(({ id, at }) => (startOf.get(id) ?? Infinity) - at).toSorted((a, b) => a - b);
  return delays[Math.floor(count * 0.99)] ?? Infinity;
}

test("a hung endpoint with 10,000 queued events slows the first attempts to others by a tenth at most", async () => {
  const endpoints: Endpoint[] = [];
  for (let index = 0; index < good; index++)
    endpoints.push(await makeEndpoint(await makeMember(), { url: receiver.url }));
  const dead = await makeEndpoint(await makeMember(), { url: hung.url });
  const worker = startWebhooks();
  await measure(endpoints.slice(0, 5));
  const alone = await measure(endpoints);
  for (let part = 0; part < 10; part++) await makeDeliveries(dead, 1000);
  const beside = await measure(endpoints);
  await worker.stop();
  process.stdout.write(`p99 ${Math.round(alone)} ms alone, ${Math.round(beside)} ms beside a hung endpoint\n`);
  expect(beside).toBeLessThanOrEqual(alone * 1.1 + 50);
  expect(hung.received.length).toBeLessThanOrEqual(12);
});
