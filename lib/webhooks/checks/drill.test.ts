// @module-tag promise
// @module-tag slow
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { addSecret, makeEndpoint } from "@/prisma/webhook-factories";
import { type Answer, answering, startReceiver } from "@/testing/fakes/receiver";
import { runDrill } from "./drill";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
afterEach(() => {
  receiver.received.length = 0;
});

type Faults = { duplicate?: true; order?: true; late?: true; signature?: true; timestamp?: true; delayMs?: number };

/** A partner's receiver with mistakes. */
function receiverWith(secret: string, faults: Faults): Answer {
  const seen = new Set<string>();
  let highest = 0;
  return (response, { headers, body }) => {
    const respond = (status: number) => setTimeout(() => response.writeHead(status).end(), faults.delayMs ?? 0);
    const stale = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"])) > 300;
    if (stale && !faults.timestamp) return void respond(400);
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const expected = new Webhook(secret).sign(headers["webhook-id"] ?? "", at, body);
    if (!headers["webhook-signature"]?.split(" ").includes(expected) && !faults.signature) return void respond(401);
    const event = JSON.parse(body);
    if (faults.duplicate && seen.has(event.id)) return void respond(500);
    if (faults.order && event.sequence < highest) return void respond(409);
    if (faults.late && Date.now() - Date.parse(event.timestamp) > 86_400_000) return void respond(400);
    seen.add(event.id);
    highest = event.sequence > 1 ? event.sequence : highest;
    respond(204);
  };
}

async function drill(faults: Faults, given?: Member) {
  const member = given ?? (await makeMember());
  const { id, secret } = await makeEndpoint(member, {
    url: receiver.url,
    header: { name: "X-Token", value: "s3cret" },
  });
  receiver.answer(receiverWith(secret, faults));
  const report = await runDrill(member, id, { fastMs: 300 });
  const failed = report.results.filter(({ outcome }) => outcome === "failed").map(({ check }) => check);
  return { id, report, failed };
}

test("a receiver as documented passes every check, and gets what an endpoint gets", async () => {
  const { report, failed, id } = await drill({});
  expect(failed).toEqual([]);
  expect(report).toMatchObject({ passed: 7, total: 7 });
  expect(receiver.received).toHaveLength(7);
  for (const { headers, body } of receiver.received) {
    expect(headers).toMatchObject({ "x-token": "s3cret", "user-agent": expect.stringContaining("Vang-Webhooks") });
    expect(JSON.parse(body)).toMatchObject({
      type: "webhook.test",
      data: { endpointId: id },
      id: headers["webhook-id"],
    });
  }
  expect(await db.webhookDelivery.count({ where: { endpointId: id } })).toBe(0);
  expect(await db.webhookEndpoint.findUnique({ where: { id } })).toMatchObject({ failures: 0, lastSucceededAt: null });
});

test("a receiver with five planted faults is found to have those five", async () => {
  const faults = { duplicate: true, order: true, signature: true, timestamp: true, delayMs: 400 } as const;
  const { report, failed } = await drill(faults);
  expect(failed).toEqual(["duplicate", "order", "signature", "timestamp", "speed"]);
  expect(report).toMatchObject({ passed: 2, total: 7 });
  expect(report.results.find(({ check }) => check === "duplicate")).toMatchObject({ statusCode: 500, error: "status" });
});

test.each([
  ["duplicate", { duplicate: true }],
  ["order", { order: true }],
  ["late", { late: true }],
  ["signature", { signature: true }],
  ["timestamp", { timestamp: true }],
  ["speed", { delayMs: 400 }],
] as const)("the fault of %s alone is found alone", async (check, faults) => {
  expect((await drill(faults)).failed).toEqual([check]);
});

test("a receiver that does not accept a valid event fails that check, and the others are skipped", async () => {
  const member = await makeMember();
  const { id } = await makeEndpoint(member, { url: receiver.url });
  receiver.answer(answering(302, { location: receiver.url }));
  const { results } = await runDrill(member, id);
  expect(results[0]).toMatchObject({ check: "valid", outcome: "failed", statusCode: 302, error: "redirect" });
  expect(results.slice(1).map(({ outcome }) => outcome)).toEqual(Array(6).fill("skipped"));
  expect(receiver.received).toHaveLength(1);
});

test("during a rotation both secrets sign", async () => {
  const member = await makeMember();
  const { id, secret } = await makeEndpoint(member, { url: receiver.url });
  await addSecret(id);
  receiver.answer(receiverWith(secret, {}));
  expect((await runDrill(member, id)).passed).toBe(7);
});

test("a URL outside the public internet gets no request", async () => {
  const member = await makeMember();
  for (const url of ["http://169.254.169.254/latest", "http://10.0.0.1/", "https://metadata.internal/"]) {
    const { id } = await makeEndpoint(member, { url });
    await expect(runDrill(member, id)).rejects.toMatchObject({ message: "webhooks.drills.urlNotAllowed" });
  }
});

type Change = (drilled: { id: string; where: { id: string } }) => Promise<unknown>;
const stop = { kind: "webhooks VN", target: "" };
const always = new Date("9999-01-01");
const deleted = { deletedAt: new Date() };
const suspended = { suspendedAt: new Date() };
const archived = { archivedAt: new Date() };

test("nothing is sent while an operator has stopped webhooks, for a suspended business, or past five drills", async () => {
  const member = await makeMember();
  const { id } = await makeEndpoint(member, { url: receiver.url });
  await db.outboxPause.create({ data: { ...stop, until: always } });
  await expect(runDrill(member, id)).rejects.toMatchObject({ message: "webhooks.drills.stopped" });
  await db.outboxPause.delete({ where: { kind_target: stop } });
  receiver.answer(answering(500));
  for (let count = 1; count <= 5; count++) await runDrill(member, id);
  await expect(runDrill(member, id)).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  const where = { id: member.businessId };
  await db.business.update({ where, data: { suspendedAt: new Date() } });
  await expect(runDrill(member, id)).rejects.toMatchObject({ code: "BUSINESS_SUSPENDED" });
  expect(receiver.received).toHaveLength(5);
});

test.each([
  ["the endpoint is deleted", "NOT_FOUND", ({ id }) => db.webhookEndpoint.update({ where: { id }, data: deleted })],
  ["its business is suspended", "BUSINESS_SUSPENDED", ({ where }) => db.business.update({ where, data: suspended })],
  ["its business is archived", "NOT_FOUND", ({ where }) => db.business.update({ where, data: archived })],
  ["an operator stops webhooks", "CONFLICT", () => db.outboxPause.create({ data: { ...stop, until: always } })],
] as [string, string, Change][])("a drill ends before its next request once %s", async (_, code, change) => {
  const member = await makeMember();
  const { id } = await makeEndpoint(member, { url: receiver.url });
  receiver.answer(async (response) => {
    await change({ id, where: { id: member.businessId } });
    response.writeHead(204).end();
  });
  await expect(runDrill(member, id)).rejects.toMatchObject({ code });
  expect(receiver.received).toHaveLength(1);
  await db.outboxPause.deleteMany({ where: stop });
});

test("a request that the receiver leaves waiting ends when the endpoint is deleted, and so does the drill", async () => {
  const member = await makeMember();
  const { id } = await makeEndpoint(member, { url: receiver.url });
  const startedAt = performance.now();
  receiver.answer(() => void db.webhookEndpoint.update({ where: { id }, data: deleted }).then());
  await expect(runDrill(member, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(receiver.received).toHaveLength(1);
});

test("a member of another business and a viewer cannot run a drill", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  const { id } = await makeEndpoint(member, { url: receiver.url });
  await expect(runDrill(outsider, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(runDrill(viewer, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(receiver.received).toEqual([]);
});
