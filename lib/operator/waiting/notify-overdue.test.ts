import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createClaim } from "@/lib/money/claims/service";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { emailKind } from "@/lib/platform/mail/post";
import { decodePayload } from "@/lib/platform/outbox/kind";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports } from "@/testing/harness/bank-books";

const bodies: string[] = [];
let status = 204;
const server = createServer(async (request, response) => {
  for await (const chunk of request) bodies.push(String(chunk));
  response.writeHead(status).end();
}).listen(0, "127.0.0.1");
await once(server, "listening");
process.env.STAFF_EMAIL = "staff@vang.example";
process.env.DESK_ALERT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const { listWaiting } = await import("./waiting");
const { notifyOverdue, overdueKind } = await import("./waiting");

beforeEach(async () => {
  await notifyOverdue();
  await db.outboxMessage.deleteMany();
});
afterEach(() => clock.reset());
afterAll(() => server.close());

async function makeClaim() {
  const member = await makeMember();
  const id = await createClaim(member, { amountVnd: 1000, transferredAt: clock.now(), reference: "", note: "" });
  return { id, member };
}

const messages = () => db.outboxMessage.findMany({ orderBy: { id: "asc" } });

test("what waits longer than it may is in one email to the staff and in one request each, once, by any number of workers", async () => {
  const [transfer, { id: claim, member }] = [await bankReports(), await makeClaim()];
  expect(await notifyOverdue()).toBe(0);
  clock.advance(hours(env.DESK_DUE_HOURS) + 1000);
  const counts = await Promise.all([notifyOverdue(), notifyOverdue(), notifyOverdue()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await notifyOverdue()).toBe(0);
  const written = await messages();
  const alerts = written
    .filter(({ kind }) => kind === overdueKind.name)
    .map(({ payload }) => JSON.parse(payload ?? ""));
  expect(alerts.map(({ id, kind }) => `${kind} ${id}`).sort()).toEqual([`claim ${claim}`, `transferIn ${transfer}`]);
  expect(alerts.find(({ id }) => id === claim)).toMatchObject({
    ...{ type: "overdue", amountVnd: "1000" },
    url: `${env.url}/operator/claims/${claim}`,
  });
  const mails = written.filter(({ kind }) => kind === "email");
  const texts = mails.map(({ id, payload }) =>
    decodePayload<{ to: string; text: string }>(emailKind, id, payload ?? ""),
  );
  const ours = texts.filter(({ to }) => to === "staff@vang.example");
  expect(ours).toHaveLength(counts.filter(Boolean).length);
  const { name } = await db.business.findUniqueOrThrow({ where: { id: member.businessId } });
  expect(ours.map(({ text }) => text).join()).toContain(name);
});

test("what was decided meanwhile leaves no notice behind, and what still waits is notified of once", async () => {
  const [{ id: decided }, { id: open }] = [await makeClaim(), await makeClaim()];
  clock.advance(hours(env.DESK_DUE_HOURS) + 1000);
  expect(await notifyOverdue()).toBe(2);
  await db.bankClaim.update({ where: { id: decided }, data: { status: "rejected" } });
  expect(await notifyOverdue()).toBe(0);
  const kept = await db.overdueNotice.findMany({ where: { item: { in: [decided, open] } } });
  expect(kept.map(({ item }) => item)).toEqual([open]);
});

test("a request that the receiver rejects is repeated", async () => {
  const alert = {
    type: "overdue",
    id: newId("bankClaim"),
    kind: "claim",
    since: "",
    amountVnd: null,
    business: "",
    url: "",
  } as const;
  const attempt = { id: newId("outbox"), number: 1, signal: AbortSignal.timeout(5000) };
  status = 500;
  await expect(overdueKind.deliver(alert, attempt)).rejects.toThrow("500");
  status = 204;
  expect(await overdueKind.deliver(alert, attempt)).toBeUndefined();
  expect(bodies.map((body) => JSON.parse(body))).toEqual([alert, alert]);
});

test("the desk lists what is overdue as such", async () => {
  const { id } = await makeClaim();
  const find = async () => (await listWaiting(await makeStaff("support"))).rows.find((row) => row.id === id);
  expect(await find()).toMatchObject({ kind: "claim", amountMilli: 1_000_000n, isOverdue: false });
  clock.advance(hours(env.DESK_DUE_HOURS) + 1000);
  expect(await find()).toMatchObject({ isOverdue: true });
});
