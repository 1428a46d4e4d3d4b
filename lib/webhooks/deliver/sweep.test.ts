// @module-tag promise
// @module-tag slow
import { afterEach, beforeEach, expect, test } from "vitest";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { addSecret, makeDeliveries, makeEndpoint } from "@/prisma/webhook-factories";
import { startReceiver } from "@/testing/fakes/receiver";
import { sendWebhooks } from "@/testing/harness/send-webhooks";
import { sweepWebhooks } from "./sweep";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  clock.reset();
  await receiver.close();
});

const counts = async (endpointId: string) => [
  await db.webhookDelivery.count({ where: { endpointId } }),
  await db.webhookAttempt.count({ where: { endpointId } }),
  await db.webhookHour.count({ where: { endpointId } }),
  await db.webhookSecret.count({ where: { endpointId } }),
  await db.webhookEndpoint.count({ where: { id: endpointId } }),
];

test("deliveries, attempts, counts, expired secrets and deleted endpoints are deleted after 30 days, and nothing before", async () => {
  const member = await makeMember();
  const [endpoint, deleted] = [await makeEndpoint(member, { url: receiver.url }), await makeEndpoint(member)];
  await makeDeliveries(endpoint, 3);
  await makeDeliveries(deleted, 2);
  await sendWebhooks();
  const before = { endpointId: endpoint.id };
  await db.webhookSecret.updateMany({ where: before, data: { expiresAt: clock.now() } });
  await addSecret(endpoint.id);
  await db.webhookEndpoint.update({ where: { id: deleted.id }, data: { deletedAt: clock.now() } });
  clock.advance(days(30) - minutes(2));
  await sweepWebhooks();
  expect(await counts(endpoint.id)).toEqual([3, 3, 1, 2, 1]);
  expect((await counts(deleted.id)).at(-1)).toBe(1);
  await makeDeliveries(endpoint, 1);
  await sendWebhooks();
  clock.advance(minutes(70));
  await sweepWebhooks();
  expect(await counts(endpoint.id)).toEqual([1, 1, 1, 1, 1]);
  expect(await counts(deleted.id)).toEqual([0, 0, 0, 0, 0]);
});

test("attempts are found to be deleted by their time, among however many", async () => {
  const member = await makeMember();
  const { id: endpointId, url } = await makeEndpoint(member);
  const old = new Date(+clock.now() - days(31));
  const row = {
    endpointId,
    url,
    deliveryId: newId("delivery"),
    number: 1,
    durationMs: 1,
    timings: {},
    requestHeaders: {},
  };
  const rows = Array.from({ length: 2500 }, () => ({ ...row, id: newId("attempt"), startedAt: old }));
  await db.webhookAttempt.createMany({ data: rows });
  await db.$executeRawUnsafe("ANALYZE webhook_attempts");
  await db.$executeRawUnsafe("SET enable_seqscan = off");
  const plan = await db.$queryRawUnsafe<object[]>(
    "EXPLAIN SELECT id FROM webhook_attempts WHERE started_at <= now() - interval '30 days' ORDER BY started_at LIMIT 1000",
  );
  expect(JSON.stringify(plan)).toContain("webhook_attempts_started_at_idx");
  await sweepWebhooks();
  expect(await db.webhookAttempt.count({ where: { endpointId } })).toBe(0);
});
