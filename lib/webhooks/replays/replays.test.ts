// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { type EventType, examplePayloads } from "@/lib/access/events/schema";
import { findSubscribers, writeEvents } from "@/lib/access/events/write-events";
import type { Member } from "@/lib/access/principals/member";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { cancelReplay, countSelected, createReplay, listReplays } from "./requests";
import { runReplays, sweepReplays } from "./run";
import { newReplaySchema } from "./schema";

afterEach(async () => {
  clock.reset();
  await db.webhookReplay.deleteMany();
  await db.outboxMessage.deleteMany();
});

/** Events of a business with deliveries to all of its endpoints, which have ended in `state`. */
async function makeDeliveries(
  { businessId }: Member,
  count: number,
  { state = "failed", type = "tts.completed" as EventType } = {},
): Promise<string[]> {
  const event = { businessId, type, sequence: 1, payload: examplePayloads[type] };
  const events = Array.from({ length: count }, () => ({ ...event, objectId: newId("tts") }));
  const ids = await writeEvents(sql, events, await findSubscribers(sql, [businessId]));
  await db.webhookDelivery.updateMany({
    where: { id: { in: ids } },
    data: { state, attempts: 10, nextAttemptAt: null, finishedAt: clock.now() },
  });
  await db.outboxMessage.updateMany({ data: { state: "delivered", payload: null } });
  return ids;
}

const messagesOf = (endpointId: string) =>
  db.outboxMessage.findMany({ where: { target: endpointId, state: "waiting" } });

async function expectReopened(ids: readonly string[], endpointId: string): Promise<void> {
  const rows = await db.webhookDelivery.findMany({ where: { endpointId, state: "waiting" } });
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  const messages = await messagesOf(endpointId);
  expect(messages.map(({ id }) => id).sort()).toEqual(rows.map(({ messageId }) => messageId).sort());
  expect(messages.map(({ payload }) => JSON.parse(payload ?? "").deliveryId).sort()).toEqual([...ids].sort());
}

test("a replayed delivery is due now under a new message, whatever its state was, and is in the audit log", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  for (const state of ["succeeded", "failed", "held", "canceled"]) {
    await db.webhookDelivery.deleteMany({ where: { endpointId } });
    await db.outboxMessage.deleteMany();
    const [id = ""] = await makeDeliveries(member, 1, { state });
    const before = await db.webhookDelivery.findUniqueOrThrow({ where: { id } });
    await createReplay(member, endpointId, { ids: [id] });
    await expectReopened([id], endpointId);
    const after = await db.webhookDelivery.findUniqueOrThrow({ where: { id } });
    expect(after).toMatchObject({ attempts: 10, finishedAt: null, eventId: before.eventId });
    expect(after.messageId).not.toBe(before.messageId);
    const [message] = await messagesOf(endpointId);
    expect(message).toMatchObject({ kind: `webhooks ${after.region}`, attempts: 0 });
    expect(+(message?.dueAt ?? 0)).toBeLessThanOrEqual(+clock.now());
  }
  const audit = await db.auditEvent.findFirst({
    where: { businessId: member.businessId },
    orderBy: { sequence: "desc" },
  });
  expect(audit).toMatchObject({ action: "webhook.replayed", subject: endpointId, after: { deliveries: 1 } });
});

test("a waiting delivery is made due now and gets no second message", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  const [id = ""] = await makeDeliveries(member, 1);
  await createReplay(member, endpointId, { ids: [id] });
  const later = new Date(+clock.now() + minutes(30));
  await db.outboxMessage.updateMany({ where: { target: endpointId, state: "waiting" }, data: { dueAt: later } });
  await db.webhookDelivery.update({ where: { id }, data: { nextAttemptAt: later } });
  await createReplay(member, endpointId, { ids: [id] });

  await expectReopened([id], endpointId);
  const [message] = await messagesOf(endpointId);
  const delivery = await db.webhookDelivery.findUniqueOrThrow({ where: { id } });
  for (const time of [message?.dueAt, delivery.nextAttemptAt])
    expect(+(time ?? later)).toBeLessThanOrEqual(+clock.now());
});

test("an endpoint that is tried each five minutes only gets its first replayed delivery at once", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  const ids = await makeDeliveries(member, 1);
  const pause = { kind: "webhooks VN", target: endpointId, until: new Date(+clock.now() + minutes(5)), places: 1 };
  await db.outboxPause.create({ data: pause });
  await createReplay(member, endpointId, { ids });
  const after = await db.outboxPause.findFirstOrThrow({ where: { target: endpointId } });
  expect(+after.until).toBeLessThanOrEqual(+clock.now());
  expect(after.places).toBe(1);
});

test("a waiting delivery whose message is dead gets a new one", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  const [id = ""] = await makeDeliveries(member, 1, { state: "waiting" });
  await createReplay(member, endpointId, { ids: [id] });
  await expectReopened([id], endpointId);
});

test("a filter selects by state, type, object and time, and never tests", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  const old = await makeDeliveries(member, 2);
  clock.advance(minutes(10));
  const from = clock.now();
  const failed = await makeDeliveries(member, 2);
  const succeeded = await makeDeliveries(member, 1, { state: "succeeded" });
  const other = await makeDeliveries(member, 1, { type: "stt.completed" });
  const tests = await makeDeliveries(member, 1);
  await db.webhookDelivery.updateMany({ where: { id: { in: tests } }, data: { isTest: true } });
  clock.advance(minutes(10));
  const to = clock.now();
  await makeDeliveries(member, 3);

  const count = (filter: object) => countSelected(member, endpointId, { filter });
  expect(await count({})).toBe(9);
  expect(await count({ from, to })).toBe(4);
  expect(await count({ to: from })).toBe(2);
  expect(await count({ state: "succeeded" })).toBe(1);
  expect(await count({ type: "stt.completed" })).toBe(1);
  const { objectId, eventId } = await db.webhookDelivery.findUniqueOrThrow({ where: { id: other[0] } });
  for (const q of [objectId, ` ${eventId}\n`, other[0], `${other[0]}\0`]) expect(await count({ q })).toBe(1);
  expect(await countSelected(member, endpointId, { ids: tests })).toBe(1);

  await createReplay(member, endpointId, { filter: { state: "failed", type: "tts.completed", from, to } });
  await expectReopened(failed, endpointId);
  await createReplay(member, endpointId, { filter: { from, to } });
  await expectReopened([...failed, ...succeeded, ...other], endpointId);
  expect(old).toHaveLength(2);
});

test("a large replay is carried out in batches, by several workers at once, each delivery once", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  const ids = await makeDeliveries(member, 1050);
  const [first, second] = [ids.slice(0, 950), ids.slice(900)];
  await createReplay(member, endpointId, { ids: first });
  expect(await listReplays(member, endpointId)).toMatchObject([{ total: 950, done: 200, state: "running" }]);
  await createReplay(member, endpointId, { filter: {} });
  await createReplay(member, endpointId, { ids: second });
  await Promise.all([runReplays(), runReplays(), runReplays()]);
  await runReplays();

  expect(await listReplays(member, endpointId)).toMatchObject([
    { total: 150, done: 150, state: "finished" },
    { total: 1050, done: 1050, state: "finished" },
    { total: 950, done: 950, state: "finished" },
  ]);
  await expectReopened(ids, endpointId);
});

test("what is created after a replay was requested is not part of it", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  await makeDeliveries(member, 300);
  await createReplay(member, endpointId, { filter: {} });
  clock.advance(minutes(1));
  const late = await makeDeliveries(member, 5);
  await runReplays();
  expect(await listReplays(member, endpointId)).toMatchObject([{ total: 300, done: 300, state: "finished" }]);
  expect(await db.webhookDelivery.count({ where: { id: { in: late }, state: "waiting" } })).toBe(0);
});

test("a canceled replay sends nothing more", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  await makeDeliveries(member, 500);
  const id = await createReplay(member, endpointId, { filter: {} });
  await cancelReplay(member, id);
  await cancelReplay(member, id);
  await runReplays();
  expect(await listReplays(member, endpointId)).toMatchObject([{ total: 500, done: 200, state: "canceled" }]);
  expect(await messagesOf(endpointId)).toHaveLength(200);
  const actions = await db.auditEvent.findMany({
    where: { businessId: member.businessId },
    orderBy: { sequence: "asc" },
  });
  expect(actions.map(({ action }) => action)).toEqual(["webhook.replayed", "webhook.replay_canceled"]);
});

test("a replay waits while its endpoint is paused, and ends when it is deleted", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  await makeDeliveries(member, 450);
  const set = (data: object) => db.webhookEndpoint.update({ where: { id: endpointId }, data });
  await createReplay(member, endpointId, { filter: {} });
  await set({ pausedAt: clock.now() });
  await runReplays();
  expect(await listReplays(member, endpointId)).toMatchObject([{ done: 200, state: "waiting" }]);
  await expect(createReplay(member, endpointId, { filter: {} })).rejects.toMatchObject({
    code: "CONFLICT",
    message: "webhooks.replays.paused",
  });
  await set({ pausedAt: null, disabledAt: clock.now() });
  await expect(createReplay(member, endpointId, { filter: {} })).rejects.toMatchObject({
    message: "webhooks.replays.disabled",
  });
  await set({ disabledAt: null });
  await createReplay(member, endpointId, { filter: {} });
  await set({ deletedAt: clock.now() });
  await runReplays();
  expect(await messagesOf(endpointId)).toHaveLength(200);
  expect(await listReplays(member, endpointId)).toMatchObject([{ state: "canceled" }, { state: "canceled" }]);
  await expect(createReplay(member, endpointId, { filter: {} })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("events older than 30 days are not replayed, and their replays are deleted", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  const ids = await makeDeliveries(member, 1);
  await createReplay(member, endpointId, { ids });
  clock.advance(days(30) + 1);
  expect(await countSelected(member, endpointId, { filter: {} })).toBe(0);
  for (const selection of [{ ids }, { filter: {} }, { filter: { from: new Date(0) } }]) {
    await expect(createReplay(member, endpointId, selection)).rejects.toMatchObject({
      message: "webhooks.replays.nothing",
    });
  }
  expect(await sweepReplays()).toBe(1);
});

test("at most ten replays of an endpoint are open, however many are requested at once", async () => {
  const member = await makeMember();
  const { id: endpointId } = await makeEndpoint(member);
  await makeDeliveries(member, 200);
  const requests = Array.from({ length: 12 }, () => createReplay(member, endpointId, { filter: {} }));
  const results = await Promise.allSettled(requests);
  const rejected = results.filter(({ status }) => status === "rejected");
  for (const { reason } of rejected as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: "CONFLICT", message: "webhooks.replays.tooMany" });
  }
  expect(await db.webhookReplay.count({ where: { endpointId } })).toBe(12 - rejected.length);
  expect((await messagesOf(endpointId)).length).toBe(200);
});

test("a member of another business can neither replay, count, cancel nor see replays, and a viewer can only see them", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  const { id: endpointId } = await makeEndpoint(member);
  const { id: own } = await makeEndpoint(outsider);
  const ids = await makeDeliveries(member, 300);
  const replay = await createReplay(member, endpointId, { filter: {} });

  await expect(createReplay(outsider, endpointId, { ids })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(createReplay(outsider, own, { ids })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(countSelected(outsider, endpointId, { ids })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(cancelReplay(outsider, replay)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await listReplays(outsider, endpointId)).toEqual([]);

  await expect(createReplay(viewer, endpointId, { ids })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(cancelReplay(viewer, replay)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await listReplays(viewer, endpointId)).toMatchObject([{ id: replay, state: "running" }]);
  expect(await countSelected(viewer, endpointId, { ids })).toBe(300);
});

test("the form names its selection, and days and minutes are Vietnam's", () => {
  const endpointId = newId("webhook");
  const parse = (form: object) => newReplaySchema.parse({ endpointId, ...form });
  const empty = { state: "", type: "", q: "", from: "", to: "" };
  expect(parse({ which: "chosen", ids: [newId("delivery")] }).selection).toEqual({ ids: [expect.any(String)] });
  expect(parse({ which: "chosen", ...empty }).selection).toEqual({ ids: [] });
  expect(parse({ which: "matching", ...empty, from: "2026-11-20", to: "2026-11-20" }).selection).toEqual({
    filter: { from: new Date("2026-11-19T17:00:00Z"), to: new Date("2026-11-20T17:00:00Z") },
  });
  expect(parse({ which: "matching", from: "2026-11-20T09:30", to: "2026-11-20T03:00:00Z" }).selection).toEqual({
    filter: { from: new Date("2026-11-20T02:30:00Z"), to: new Date("2026-11-20T03:00:00Z") },
  });
  for (const form of [
    { which: "all" },
    { which: "matching", from: "2026-13-45" },
    { which: "matching", state: "lost" },
    { which: "chosen", ids: Array.from({ length: 1001 }, () => newId("delivery")) },
    { which: "chosen", ids: ["x"] },
  ]) {
    expect(newReplaySchema.safeParse({ endpointId, ...form }).success).toBe(false);
  }
});
