// @module-tag promise
// @module-tag slow
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeDeliveries, makeDelivery, makeEndpoint } from "@/prisma/webhook-factories";
import { trials } from "@/testing/harness/deep";
import { cancelRemaining, deleteEndpoint, pauseEndpoint } from "./lifecycle";

const count = trials(undefined, 5010, 10_010);

const statesOf = async (endpointId: string) => {
  const groups = await db.webhookDelivery.groupBy({ by: ["state"], where: { endpointId }, _count: true });
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count]));
};
const messagesOf = (target: string) => db.outboxMessage.count({ where: { target } });

test(`a pause and a deletion end ${count} waiting deliveries, the first 5,000 at once, and those of no other endpoint`, async () => {
  const member = await makeMember();
  const [endpoint, other] = [await makeEndpoint(member), await makeEndpoint(member)];
  await makeDeliveries(endpoint, count);
  await makeDelivery(other);
  await pauseEndpoint(member, endpoint.id);
  expect(await statesOf(endpoint.id)).toEqual({ held: 5000, waiting: count - 5000 });
  const testId = await makeDelivery(endpoint, { isTest: true });
  await cancelRemaining();
  expect(await statesOf(endpoint.id)).toEqual({ held: count, waiting: 1 });
  expect(await db.webhookDelivery.findFirst({ where: { endpointId: endpoint.id, isTest: true } })).toMatchObject({
    id: testId,
    state: "waiting",
  });

  await deleteEndpoint(member, endpoint.id);
  await cancelRemaining();
  expect(await statesOf(endpoint.id)).toEqual({ canceled: count + 1 });
  expect(await messagesOf(endpoint.id)).toBe(0);
  expect(await statesOf(other.id)).toEqual({ waiting: 1 });
});
