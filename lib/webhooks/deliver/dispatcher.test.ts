// @module-tag promise
// @module-tag slow
import { expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeDeliveries, makeDelivery, makeEndpoint } from "@/prisma/webhook-factories";
import { startReceiver } from "@/testing/fakes/receiver";
import { trials } from "@/testing/harness/deep";
import { startWebhookWorkers } from "@/testing/harness/webhook-workers";
import { shares } from "./lanes";

const { start, prepare, countReceived } = await startWebhookWorkers();
const hung = trials(undefined, 100, 1000);

/** A receiver that answers nothing, and counts what it holds. */
async function startHanging() {
  const held = new Map<string, number>();
  let most = 0;
  const hanging = await startReceiver((response, { path }) => {
    held.set(path, (held.get(path) ?? 0) + 1);
    most = Math.max(most, inAll());
    response.on("close", () => held.set(path, (held.get(path) ?? 0) - 1));
  });
  const inAll = () => [...held.values()].reduce((sum, one) => sum + one, 0);
  return { ...hanging, inAll, most: () => most, mostOfOne: () => Math.max(...held.values()) };
}

test("a business has 64 attempts in flight at most, and an unknown endpoint four", async () => {
  const hanging = await startHanging();
  const member = await makeMember();
  for (let index = 0; index < 20; index++) {
    const endpoint = await makeEndpoint(member, { url: `${hanging.url}/${index}` });
    await makeDeliveries(endpoint, 10);
  }
  await start({ longestMs: 2500 });
  await expect.poll(hanging.inAll, { timeout: 10_000 }).toBe(shares.business);
  expect(hanging.mostOfOne()).toBeLessThanOrEqual(4);
  await new Promise((passed) => setTimeout(passed, 1000));
  expect(hanging.most()).toBe(shares.business);
  await hanging.close();
});

test(`while ${hung} unknown endpoints hang, one that succeeded before gets its events at once`, async () => {
  const hanging = await startHanging();
  await Promise.all(
    Array.from({ length: hung / 10 }, async (_, business) => {
      const member = await makeMember();
      for (let index = 0; index < 10; index++) {
        await makeDeliveries(await makeEndpoint(member, { url: `${hanging.url}/${business}/${index}` }), 4);
      }
    }),
  );
  const healthy = await prepare();
  await db.webhookEndpoint.update({ where: { id: healthy.id }, data: { lastSucceededAt: clock.now() } });
  await start({ longestMs: 8000 });
  await expect.poll(hanging.inAll, { timeout: 20_000 }).toBe(shares.unproven);
  await makeDeliveries(healthy, 100);
  await expect.poll(countReceived, { timeout: 10_000 }).toBe(100);
  // Those that hang for three seconds take no place from others any more.
  expect(hanging.most()).toBeLessThanOrEqual(shares.all);
  await hanging.close();
});

test("endpoints that take longer than three seconds have 100 attempts in flight at most", {
  tags: "deep",
}, async () => {
  const hanging = await startHanging();
  const endpoints = [];
  for (let business = 0; business < 15; business++) {
    const member = await makeMember();
    for (let index = 0; index < 10; index++) {
      const endpoint = await makeEndpoint(member, { url: `${hanging.url}/${business}/${index}` });
      endpoints.push(endpoint);
      await makeDelivery(endpoint);
    }
  }
  await start({ longestMs: 3200 });
  await expect.poll(() => db.webhookAttempt.count({ where: { error: "timeout" } }), { timeout: 20_000 }).toBe(150);
  expect(hanging.most()).toBe(150);
  const before = hanging.received.length;
  for (const endpoint of endpoints) await makeDeliveries(endpoint, 4);
  await expect.poll(() => hanging.received.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + shares.slow);
  expect(hanging.inAll()).toBeLessThanOrEqual(shares.slow);
  await hanging.close();
});
