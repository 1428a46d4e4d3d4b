// @module-tag promise
import { expect, test } from "vitest";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeDeliveries, makeDelivery } from "@/prisma/webhook-factories";
import { answering } from "@/testing/fakes/receiver";
import { deliveryOf, endpointOf, startDeliveries } from "@/testing/harness/deliveries";
import { sendWebhooks as send } from "@/testing/harness/send-webhooks";
import { promised } from "@/testing/promises";
import { probePaused } from "./recover";

const { receiver, prepare } = await startDeliveries();

/** Lets time pass as a worker lives it, and returns the seconds from now on at which requests arrived. */
async function pass(ms: number, stepMs = seconds(1)): Promise<number[]> {
  const start = +clock.now();
  const at: number[] = [];
  for (; +clock.now() < start + ms; clock.advance(stepMs)) {
    await probePaused();
    const before = receiver.received.length;
    await send();
    at.push(...Array(receiver.received.length - before).fill((+clock.now() - start) / seconds(1)));
  }
  return at;
}

test("a receiver that fails for three seconds has everything within fifteen, and nothing is paused", async () => {
  const { endpoint } = await prepare();
  receiver.answer(answering(500));
  for (let count = 0; count < 3; count++) {
    await makeDeliveries(endpoint, 10);
    await pass(seconds(1));
  }
  expect(await db.outboxPause.count({ where: { target: endpoint.id } })).toBe(0);
  receiver.answer(answering(200));
  await pass(seconds(promised("W4") - 3));
  expect(await db.webhookDelivery.count({ where: { endpointId: endpoint.id, state: { not: "succeeded" } } })).toBe(0);
});

test("five events that fail for a minute pause an endpoint, whose attempts then are 5, 10, 20 … 300 s apart, and one success sends what waits", async () => {
  const { endpoint } = await prepare();
  receiver.answer(answering(500));
  await makeDeliveries(endpoint, 30);
  await pass(seconds(59));
  const attempts = receiver.received.length;
  expect(attempts).toBe(62);
  await makeDelivery(endpoint);
  await pass(seconds(2));
  await makeDelivery(endpoint);
  const probes = await pass(minutes(15));
  // After the attempt that began the pause.
  const gaps = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
  expect(gaps.slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 300]);
  receiver.answer(answering(200));
  receiver.received.length = 0;
  await makeDeliveries(endpoint, 20);
  await pass(minutes(5));
  expect(await db.webhookDelivery.count({ where: { endpointId: endpoint.id, state: { not: "succeeded" } } })).toBe(0);
  const arrived = receiver.received.map(({ at }) => at);
  expect(arrived.length).toBe(53);
  expect(await db.outboxPause.count({ where: { target: endpoint.id } })).toBe(0);
});

test("a receiver that is down for three hours has everything five minutes after its return, without an act", async () => {
  const { endpoint } = await prepare();
  receiver.answer((_, __, socket) => void socket.destroy());
  await makeDeliveries(endpoint, 5);
  for (let third = 0; third < 9; third++) {
    await makeDeliveries(endpoint, 2);
    await pass(minutes(20), minutes(1));
  }
  const states = () => db.webhookDelivery.groupBy({ by: ["state"], where: { endpointId: endpoint.id }, _count: true });
  expect(await states()).toEqual([{ state: "waiting", _count: 24 }]);
  receiver.answer(answering(200));
  await pass(minutes(5) + seconds(10), seconds(10));
  expect(await states()).toEqual([{ state: "succeeded", _count: 24 }]);
});

test("four events that fail for eight minutes do not pause their endpoint", async () => {
  const { endpoint } = await prepare();
  receiver.answer(answering(500));
  await makeDeliveries(endpoint, 3);
  await pass(minutes(8));
  expect(await endpointOf(endpoint.id)).toMatchObject({ failures: 12 });
  expect(await db.outboxPause.count({ where: { target: endpoint.id } })).toBe(0);
});

test("an event that a working receiver rejects keeps its schedule while others succeed", async () => {
  const { endpoint, id } = await prepare();
  receiver.answer(answering(500));
  await send();
  const { nextAttemptAt } = await deliveryOf(id);
  receiver.answer(answering(200));
  await makeDeliveries(endpoint, 5);
  await send();
  expect(await deliveryOf(id)).toMatchObject({ state: "waiting", attempts: 1, nextAttemptAt });
});

test("a success after an outage leaves alone what the receiver asked to have later", async () => {
  const { endpoint, id: requested } = await prepare();
  const plain = await makeDelivery(endpoint);
  receiver.answer((response, { headers }) => {
    const isDelayed = headers["webhook-id"] === delayedEvent;
    response.writeHead(503, isDelayed ? { "retry-after": "3600" } : {}).end();
  });
  const { eventId: delayedEvent } = await deliveryOf(requested);
  await send();
  clock.advance(seconds(10));
  await makeDelivery(endpoint);
  await send();
  receiver.answer(answering(200));
  await makeDelivery(endpoint);
  await send();
  const stateNow = async () => {
    await send();
    return (await deliveryOf(plain)).state;
  };
  await expect.poll(stateNow).toBe("succeeded");
  expect(await deliveryOf(requested)).toMatchObject({ state: "waiting", attempts: 1 });
});
