import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { type Figure, ms, percent, percentile, throughput } from "@/bench/support/measure";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { startOutbox } from "@/lib/outbox/worker";
import { composeRequest } from "@/lib/webhooks/deliver/compose-request";
import { webhookKind } from "@/lib/webhooks/deliver/kind";
import { loadTask, type Task } from "@/lib/webhooks/deliver/load";
import { makeMember } from "@/prisma/factories";
import { makeDeliveries, makeEndpoint } from "@/prisma/webhook-factories";

const endpointCount = 100;
const perEndpoint = 100;
const rate = 50;
const steadySeconds = 20;

type Endpoint = { id: string; businessId: string };

/** Deliveries compared with POST requests by undici alone with the same bodies and signatures, and the first attempt's delay. */
export default async function bench(): Promise<Figure[]> {
  const receiver = fork(new URL("./webhook-receiver.mjs", import.meta.url));
  const [port] = await once(receiver, "message");
  const url = `http://127.0.0.1:${port}/hook`;
  const endpoints: Endpoint[] = [];
  for (let business = 0; business < endpointCount / 10; business++) {
    const member = await makeMember();
    for (let count = 0; count < 10; count++) endpoints.push(await makeEndpoint(member, { url }));
  }
  try {
    const raw = await measureRaw(endpoints, url);
    const rates: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < 6; round++) {
      rates.push(await measureOurs(endpoints));
      memory.push(process.memoryUsage().rss / 1e6);
    }
    // The first rounds fill the heap up to where V8 collects garbage.
    const grown = (memory[5] ?? 0) - (memory[2] ?? 0);
    const delays = await measureDelays(endpoints);
    const [ours, p99] = [Math.max(...rates), percentile(delays, 0.99)];
    return [
      { what: "POST requests by undici a second", value: raw.toFixed(0) },
      { what: "deliveries a second", value: rates.map((one) => one.toFixed(0)).join(", ") },
      { what: "deliveries: share of undici", value: percent(ours / raw), target: "≥ 60 %", met: ours / raw >= 0.6 },
      {
        what: "memory grown from 30,000 to 60,000 deliveries",
        value: `${grown.toFixed(0)} MB`,
        target: "≤ 40 MB",
        met: grown <= 40,
      },
      { what: `p50 until the first attempt, at ${rate} a second`, value: ms(percentile(delays, 0.5)) },
      { what: `p99 until the first attempt, at ${rate} a second`, value: ms(p99), target: "≤ 2 s", met: p99 <= 2000 },
    ];
  } finally {
    receiver.kill();
  }
}

/** As many at once as a worker has in flight. */
async function measureRaw(endpoints: readonly Endpoint[], url: string): Promise<number> {
  const tasks = await Promise.all(
    endpoints.map(async (endpoint) => loadTask((await makeDeliveries(endpoint, 1))[0] ?? "")),
  );
  const pool = new Pool(new URL(url).origin, { connections: webhookKind.maxInFlight });
  let next = 0;
  const post = async () => {
    const { request } = composeRequest(tasks[next++ % tasks.length] as Task, clock.now());
    const response = await pool.request({
      method: "POST",
      path: "/hook",
      headers: request.headers,
      body: request.body,
    });
    await response.body.dump();
  };
  await throughput(2000, webhookKind.maxInFlight, post);
  const rate = await throughput(15_000, webhookKind.maxInFlight, post);
  await pool.close();
  await db.webhookDelivery.deleteMany();
  await db.outboxMessage.deleteMany();
  return rate;
}

async function measureOurs(endpoints: readonly Endpoint[]): Promise<number> {
  for (const endpoint of endpoints) await makeDeliveries(endpoint, perEndpoint);
  await db.$executeRawUnsafe("ANALYZE");
  const start = performance.now();
  const worker = startOutbox([webhookKind]);
  while ((await db.outboxMessage.count({ where: { state: "waiting" } })) > 0) await sleep(50);
  const rate = (endpointCount * perEndpoint) / ((performance.now() - start) / 1000);
  await worker.stop();
  return rate;
}

/** From the commit of an event to the beginning of its first attempt, at a fixed rate. */
async function measureDelays(endpoints: readonly Endpoint[]): Promise<number[]> {
  const worker = startOutbox([webhookKind]);
  const start = performance.now();
  const written = Array.from({ length: rate * steadySeconds }, async (_, index) => {
    await sleep(start + (index * 1000) / rate - performance.now());
    const endpoint = endpoints[index % endpoints.length] as Endpoint;
    const [id = ""] = await makeDeliveries(endpoint, 1);
    return { id, at: Date.now() };
  });
  const deliveries = await Promise.all(written);
  while ((await db.outboxMessage.count({ where: { state: "waiting" } })) > 0) await sleep(50);
  await worker.stop();
  const ids = deliveries.map(({ id }) => id);
  const attempts = await db.webhookAttempt.findMany({ where: { deliveryId: { in: ids }, number: 1 } });
  const startOf = new Map(attempts.map(({ deliveryId, startedAt }) => [deliveryId, +startedAt]));
  return deliveries.map(({ id, at }) => Math.max(0, (startOf.get(id) ?? Infinity) - at));
}
