import { afterEach, expect, test } from "vitest";
import { clock, minutes } from "@/lib/platform/clock";
import { toCursor } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeAttempts, makeEndpoint, makePastDelivery } from "@/prisma/webhook-factories";
import { countReplayable, findDelivery, findLastFailure, listDeliveries } from "./find";
import { type DeliveryFilter, deliveriesAddressSchema } from "./schema";

afterEach(() => clock.reset());

test("pages follow each other from the newest to the oldest, each delivery once", async () => {
  const member = await makeMember();
  const endpoint = await makeEndpoint(member);
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    // Every third has the same timestamp as the previous ones.
    const createdAt = new Date(Date.UTC(2026, 10, 20) - Math.floor(index / 3) * 1000);
    ids.push((await makePastDelivery(endpoint, { createdAt })).id);
  }
  const first = await listDeliveries(member, endpoint.id, { limit: 5 });
  const pages = [first];
  for (let cursor = first.next; cursor; cursor = pages.at(-1)?.next ?? null) {
    pages.push(await listDeliveries(member, endpoint.id, { cursor, limit: 5 }));
  }
  const shown = pages.flatMap(({ deliveries }) => deliveries);
  expect(pages.map(({ deliveries }) => deliveries.length)).toEqual([5, 5, 2]);
  expect(shown.map(({ id }) => id).sort()).toEqual(ids.sort());
  const times = shown.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("while a failing endpoint is paused, what waits is shown with the end of the pause, and tests with their own time", async () => {
  const member = await makeMember();
  const endpoint = await makeEndpoint(member);
  const [soon, until, late] = [1, 4, 30].map((count) => new Date(+clock.now() + minutes(count)));
  const waiting = { state: "waiting", nextAttemptAt: soon };
  const { id } = await makePastDelivery(endpoint, waiting);
  await makePastDelivery(endpoint, { ...waiting, nextAttemptAt: late });
  await makePastDelivery(endpoint, { ...waiting, isTest: true });
  await db.outboxPause.create({ data: { kind: "webhooks VN", target: endpoint.id, until: until as Date } });
  const times = async () => (await listDeliveries(member, endpoint.id)).deliveries.map((one) => one.nextAttemptAt);
  expect(await times()).toEqual([soon, late, until]);
  expect(await findDelivery(member, endpoint.id, id)).toMatchObject({ nextAttemptAt: until });
  clock.advance(minutes(5));
  expect(await times()).toEqual([soon, late, soon]);
});

test("every filter gives exactly the matching deliveries of the endpoint, and none to another business's member", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const [endpoint, sibling] = [await makeEndpoint(member), await makeEndpoint(member)];
  const at = (time: string) => ({ createdAt: new Date(time) });
  const done = await makePastDelivery(endpoint, at("2026-11-01T10:00:59.999Z"));
  const failed = await makePastDelivery(endpoint, { ...at("2026-11-01T10:01:00Z"), state: "failed", lastStatus: 500 });
  const held = await makePastDelivery(endpoint, {
    ...at("2026-11-01T10:02:00Z"),
    state: "held",
    eventType: "key.revoked",
  });
  const test = await makePastDelivery(endpoint, {
    ...at("2026-11-01T11:00:00Z"),
    isTest: true,
    eventType: "webhook.test",
  });
  await makePastDelivery(sibling, at("2026-11-01T10:01:30Z"));
  const left = async (filter: DeliveryFilter, by = member) => {
    const { deliveries } = await listDeliveries(by, endpoint.id, { filter });
    const tests = deliveries.filter(({ isTest }) => isTest);
    expect(await countReplayable(by, endpoint.id, { filter })).toBe(deliveries.length - tests.length);
    return deliveries.map(({ id }) => id);
  };

  expect(await left({})).toEqual([test.id, held.id, failed.id, done.id]);
  expect(await left({}, outsider)).toEqual([]);
  expect(await left({ state: "failed" })).toEqual([failed.id]);
  expect(await left({ type: "key.revoked" })).toEqual([held.id]);
  // Vietnam is seven hours ahead.
  expect(await left({ from: "2026-11-01T17:01" })).toEqual([test.id, held.id, failed.id]);
  expect(await left({ from: "2026-11-01T17:00", to: "2026-11-01T17:02" })).toEqual([failed.id, done.id]);
  expect(await left({ q: done.objectId })).toEqual([done.id]);
  expect(await left({ q: done.objectId }, outsider)).toEqual([]);
  expect(await left({ q: ` ${held.eventId} ` })).toEqual([held.id]);
  expect(await left({ q: failed.id, state: "succeeded" })).toEqual([]);
  expect(await left({ q: "\0", type: "\0" })).toEqual([]);
  expect(await countReplayable(member, endpoint.id, { limit: 2 })).toBe(2);
});

test("an invalid cursor is rejected, and invalid filters of a URL are ignored", async () => {
  const member = await makeMember();
  const endpoint = await makeEndpoint(member);
  for (const cursor of ["x", toCursor({ createdAt: clock.now(), id: "dlv_short" }), "%00"])
    await expect(listDeliveries(member, endpoint.id, { cursor })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  const odd = { state: "lost", from: "2026-13-01T00:00", to: "now", q: "  ", type: "tts.failed" };
  expect(deliveriesAddressSchema.parse(odd)).toEqual({ type: "tts.failed" });
});

test("a delivery is found with its event and its attempts, newest first, by members of its business only", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const [endpoint, sibling] = [await makeEndpoint(member), await makeEndpoint(member)];
  const delivery = await makePastDelivery(endpoint, { payload: { trackingId: "tts_1" }, attempts: 2 });
  await makeAttempts(delivery, [{ statusCode: 500, error: "status" }, {}]);
  const found = await findDelivery(member, endpoint.id, delivery.id);
  expect(found).toMatchObject({ id: delivery.id, event: { payload: { trackingId: "tts_1" } } });
  expect(found.tries.map(({ number, statusCode }) => [number, statusCode])).toEqual([
    [2, 200],
    [1, 500],
  ]);
  const places = [
    [outsider, endpoint.id, delivery.id],
    [member, sibling.id, delivery.id],
    [member, endpoint.id, newId("delivery")],
    [member, "\0", "\0"],
  ] as const;
  for (const [by, endpointId, id] of places)
    await expect(findDelivery(by, endpointId, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a member without the permission sees no delivery", async () => {
  const member = await makeMember({ role: "billing" });
  const endpoint = await makeEndpoint(member);
  const { id } = await makePastDelivery(endpoint);
  for (const read of [listDeliveries, countReplayable])
    await expect(read(member, endpoint.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(findDelivery(member, endpoint.id, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("the last failure of an endpoint is known with its reason and the first line of the response, also after it works again, to no other business", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const endpoint = await makeEndpoint(member);
  expect(await findLastFailure(member, endpoint.id)).toBeNull();
  const delivered = await makePastDelivery(endpoint, { attempts: 3 });
  const lastFailedAt = new Date(+clock.now() - minutes(3));
  await makeAttempts(delivered, [
    { error: "timeout", statusCode: null, responseBody: null, startedAt: new Date(+lastFailedAt - 1) },
    { error: "status", statusCode: 500, responseBody: "\n column id is missing\n at line 3", startedAt: lastFailedAt },
    {},
  ]);
  const others = await makePastDelivery(await makeEndpoint(member));
  await makeAttempts(others, [{ error: "dns", statusCode: null, startedAt: lastFailedAt }]);
  await db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { lastFailedAt } });
  expect(await findLastFailure(member, endpoint.id)).toEqual({
    deliveryId: delivered.id,
    error: "status",
    statusCode: 500,
    said: "column id is missing",
  });
  expect(await findLastFailure(outsider, endpoint.id)).toBeNull();
});
