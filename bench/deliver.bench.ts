import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool, request } from "undici";
import { type Figure, ms, percent, percentile, throughput } from "@/bench/support/measure";
import { clock, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { enqueueAll } from "@/lib/platform/outbox/enqueue";
import type { OutboxKind } from "@/lib/platform/outbox/kind";
import { startOutbox } from "@/lib/platform/outbox/worker";
import { loadTask, type Task } from "@/lib/webhooks/deliver/claim";
import { composeRequest } from "@/lib/webhooks/deliver/compose-request";
import { shares } from "@/lib/webhooks/deliver/lanes";
import { startWebhooks } from "@/lib/webhooks/deliver/worker";
import { makeMember } from "@/prisma/factories";
import { makeDeliveries, makeEndpoint } from "@/prisma/webhook-factories";
import { startReceiver } from "@/testing/fakes/receiver";

const endpointCount = 100;
const perEndpoint = 100;

type Endpoint = { id: string; businessId: string };

/** What partners notice of deliveries: their rate, the delay of first attempts, also beside slow endpoints, and after an outage. */
export default async function bench(): Promise<Figure[]> {
  const receiver = fork(new URL("./webhook-receiver.mjs", import.meta.url));
  const [port] = await once(receiver, "message");
  const url = `http://127.0.0.1:${port}/hook`;
  try {
    const endpoints = await makeEndpoints(endpointCount, url);
    const raw = await measureRaw(endpoints, url);
    const rates: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < 4; round++) {
      rates.push(await measureOurs(endpoints));
      memory.push(process.memoryUsage().rss / 1e6);
    }
    // The first rounds fill the heap up to where V8 collects garbage.
    const grown = (memory[3] ?? 0) - (memory[1] ?? 0);
    const ours = Math.max(...rates);
    return [
      { what: "POST requests by undici a second", value: raw.toFixed(0) },
      { what: "deliveries a second to 100 endpoints", value: rates.map((one) => one.toFixed(0)).join(", ") },
      { what: "their share of undici", value: percent(ours / raw), target: "≥ 30 %", met: ours / raw >= 0.3 },
      {
        what: "memory grown from 20,000 to 40,000",
        value: `${grown.toFixed(0)} MB`,
        target: "≤ 40 MB",
        met: grown <= 40,
      },
      ...(await measureOne()),
      ...(await measureFirst(endpoints, 1, 20)),
      ...(await measureFirst(endpoints, 50, 10)),
      ...(await measureBesideSlow(endpoints)),
      ...(await measureRecovery()),
    ];
  } finally {
    receiver.kill();
  }
}

/** Ten of each business. */
async function makeEndpoints(count: number, url: string): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  for (let business = 0; business < count / 10; business++) {
    const member = await makeMember();
    for (let each = 0; each < 10; each++) endpoints.push(await makeEndpoint(member, { url }));
  }
  return endpoints;
}

/** As many at once as a worker has in flight. */
async function measureRaw(endpoints: readonly Endpoint[], url: string): Promise<number> {
  const tasks = await Promise.all(
    endpoints.map(async (endpoint) => loadTask((await makeDeliveries(endpoint, 1))[0] ?? "")),
  );
  const pool = new Pool(new URL(url).origin, { connections: shares.others });
  let next = 0;
  const post = async () => {
    const { request: composed } = composeRequest(tasks[next++ % tasks.length] as Task, clock.now());
    const response = await pool.request({
      method: "POST",
      path: "/hook",
      headers: composed.headers,
      body: composed.body,
    });
    await response.body.dump();
  };
  await throughput(2000, shares.others, post);
  const rate = await throughput(8000, shares.others, post);
  await pool.close();
  await db.webhookDelivery.deleteMany();
  await db.outboxMessage.deleteMany();
  return rate;
}

async function measureOurs(endpoints: readonly Endpoint[]): Promise<number> {
  for (const endpoint of endpoints) await makeDeliveries(endpoint, perEndpoint);
  await db.$executeRawUnsafe("ANALYZE");
  return rateOf(endpointCount * perEndpoint, () => startWebhooks());
}

/** One endpoint whose receiver takes 100 ms, compared with messages that are leased row by row, four at once, as webhooks were. */
async function measureOne(): Promise<Figure[]> {
  const slow = await startReceiver((response) => void setTimeout(() => response.end(), 100));
  const endpoint = await makeEndpoint(await makeMember(), { url: slow.url });
  await makeDeliveries(endpoint, 2000);
  const rate = await rateOf(2000, () => startWebhooks());
  const former: OutboxKind<string> = {
    name: "bench",
    scheduleMs: [0],
    maxInFlightPerTarget: 4,
    maxInFlight: shares.others,
    timeoutMs: seconds(20),
    leaseMs: seconds(30),
    keepDeliveredMs: 0,
    describe: (url) => url,
    async deliver(url) {
      await (await request(url, { method: "POST", body: "{}" })).body.dump();
      return undefined;
    },
  };
  await enqueueAll(
    db,
    former,
    Array.from({ length: 150 }, () => ({ target: endpoint.id, payload: slow.url })),
  );
  const formerRate = await rateOf(150, () => startOutbox([former]));
  await slow.close();
  const ratio = rate / formerRate;
  const what = `one endpoint at 100 ms (${formerRate.toFixed(0)} a second leased row by row: × ${ratio.toFixed(1)})`;
  return [{ what, value: `${rate.toFixed(0)} a second`, target: "≥ × 6", met: ratio >= 6 }];
}

/** Messages a second until all are delivered. */
async function rateOf(count: number, open: () => { stop(): Promise<void> }): Promise<number> {
  const start = performance.now();
  const worker = open();
  while ((await db.outboxMessage.count({ where: { state: "waiting" } })) > 0) await sleep(20);
  const rate = count / ((performance.now() - start) / 1000);
  await worker.stop();
  return rate;
}

/** From the commit of an event to the beginning of its first attempt, at a fixed rate. */
async function measureFirst(endpoints: readonly Endpoint[], rate: number, duration: number): Promise<Figure[]> {
  const worker = startWebhooks();
  await sleep(500);
  const delays = await delaysOf(endpoints, rate, duration);
  await worker.stop();
  const p99 = percentile(delays, 0.99);
  return [
    { what: `p50 until the first attempt, at ${rate} a second`, value: ms(percentile(delays, 0.5)) },
    { what: `p99 until the first attempt, at ${rate} a second`, value: ms(p99), target: "≤ 100 ms", met: p99 <= 100 },
  ];
}

async function delaysOf(endpoints: readonly Endpoint[], rate: number, duration: number): Promise<number[]> {
  const start = performance.now();
  const written = Array.from({ length: rate * duration }, async (_, index) => {
    await sleep(start + (index * 1000) / rate - performance.now());
    const [id = ""] = await makeDeliveries(endpoints[index % endpoints.length] as Endpoint, 1);
    return { id, at: Date.now() };
  });
  const deliveries = await Promise.all(written);
  const ids = deliveries.map(({ id }) => id);
  while ((await db.webhookAttempt.count({ where: { deliveryId: { in: ids } } })) < ids.length) await sleep(50);
  const attempts = await db.webhookAttempt.findMany({ where: { deliveryId: { in: ids }, number: 1 } });
  const startOf = new Map(attempts.map(({ deliveryId, startedAt }) => [deliveryId, +startedAt]));
  return deliveries.map(({ id, at }) => Math.max(0, (startOf.get(id) ?? Infinity) - at));
}

/** First attempts to healthy endpoints while 200 others, each with 20 events, take 14 seconds. */
async function measureBesideSlow(endpoints: readonly Endpoint[]): Promise<Figure[]> {
  const slow = await startReceiver((response) => void setTimeout(() => response.end(), seconds(14)));
  for (const endpoint of await makeEndpoints(200, slow.url)) await makeDeliveries(endpoint, 20);
  const worker = startWebhooks();
  await sleep(500);
  const delays = await delaysOf(endpoints.slice(0, 10), 20, 15);
  const p99 = percentile(delays, 0.99);
  await db.webhookEndpoint.updateMany({ where: { url: slow.url }, data: { pausedAt: clock.now() } });
  await worker.stop();
  await slow.close();
  await db.outboxMessage.deleteMany();
  await db.webhookDelivery.deleteMany();
  return [
    { what: "p50 beside 200 endpoints of 14 s", value: ms(percentile(delays, 0.5)) },
    { what: "p99 beside 200 endpoints of 14 s", value: ms(p99), target: "≤ 500 ms", met: p99 <= 500 },
  ];
}

/** How long after an outage of three seconds everything that was written in it is delivered. */
async function measureRecovery(): Promise<Figure[]> {
  const receiver = await startReceiver((response) => void response.writeHead(500).end());
  const endpoint = await makeEndpoint(await makeMember(), { url: receiver.url });
  const worker = startWebhooks();
  for (let second = 0; second < 3; second++) {
    await makeDeliveries(endpoint, 20);
    await sleep(seconds(1));
  }
  receiver.answer((response) => void response.end());
  const start = performance.now();
  while ((await db.webhookDelivery.count({ where: { state: "waiting", endpointId: endpoint.id } })) > 0)
    await sleep(20);
  const took = performance.now() - start;
  await worker.stop();
  await receiver.close();
  return [
    { what: "until all is delivered after an outage of 3 s", value: ms(took), target: "≤ 15 s", met: took <= 15_000 },
  ];
}
