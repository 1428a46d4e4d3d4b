// @module-tag promise
// @module-tag slow
import { expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { flushRejectedRequests, recordRejectedRequest } from "@/lib/keys/request-log/record";
import { createKey } from "@/lib/keys/service";
import { createTopUp } from "@/lib/money/top-ups/create";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { ingest } from "@/lib/speech/history/ingest";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { makeAttempts, makeEndpoint, makePastDelivery } from "@/prisma/webhook-factories";
import { findAnything } from "./find";

async function makeFull() {
  const member = await makeMember();
  const { businessId, userId } = member;
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Tổng đài Đà Nẵng" }));
  const { hint } = await db.apiKey.findUniqueOrThrow({ where: { id: keyId } });
  const [requestId, rejected] = [newId("request"), newId("request")];
  const job = makeFinished({ businessId, keyId }, { requestId, metadata: { orderId: "Order-123" } });
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  const rejection = { code: "TEXT_EMPTY", detail: {}, method: "POST", path: "/tts", endedJob: false };
  const readMetadata = () => ({ orderId: "order-9" });
  recordRejectedRequest({ ...rejection, requestId: rejected, businessId, keyId, keyHint: hint, readMetadata });
  await flushRejectedRequests();
  const endpoint = await makeEndpoint(member, { url: "https://hooks.example.com/vang?token=geheim" });
  const delivery = await makePastDelivery(endpoint, { objectId: job.trackingId });
  await makeAttempts(delivery, [{}]);
  const attempt = await db.webhookAttempt.findFirstOrThrow({ where: { deliveryId: delivery.id } });
  const topUpId = await createTopUp(member, { amountVnd: 100_000, formToken: newToken() });
  const { code } = await db.topUp.findUniqueOrThrow({ where: { id: topUpId } });
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const place = `/console/${member.businessSlug}`;
  const requestPath = `${place}/trace/${job.trackingId}`;
  const deliveryPath = `${place}/webhooks/${endpoint.id}/deliveries/${delivery.id}`;
  const paths: Record<string, string> = {
    [job.trackingId]: requestPath,
    [requestId]: requestPath,
    [rejected]: `${place}/trace/${rejected}`,
    "order-123": requestPath,
    "order-9": `${place}/trace/${rejected}`,
    [delivery.id]: deliveryPath,
    [attempt.id]: deliveryPath,
    [endpoint.id]: `${place}/webhooks/${endpoint.id}`,
    "hooks.example": `${place}/webhooks/${endpoint.id}`,
    [hint]: `${place}/keys/${keyId}`,
    "tong dai da nang": `${place}/keys/${keyId}`,
    [`CT ${code} nap tien`]: `${place}/billing/top-ups/${topUpId}`,
    [email]: `${place}/members`,
  };
  return { member, paths };
}

const pathsOf = async (member: Member, text: string) => (await findAnything(member, text)).map(({ path }) => path);

test("one text leads to what it names: a request, delivery, endpoint, key, top-up or member", async () => {
  const { member, paths } = await makeFull();
  for (const [text, path] of Object.entries(paths)) expect(await pathsOf(member, text), text).toContain(path);
  expect(await pathsOf(member, "text_empty")).toEqual(["/docs/errors#TEXT_EMPTY"]);
  expect(JSON.stringify(await findAnything(member, "hooks"))).not.toContain("geheim");
});

test("another business finds nothing of it, and a role only what it may open", async () => {
  const { member, paths } = await makeFull();
  const outsider = await makeMember();
  for (const text of Object.keys(paths)) expect(await findAnything(outsider, text), text).toEqual([]);
  const billing = await makeMember({ businessId: member.businessId, role: "billing" });
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  for (const [text, path] of Object.entries(paths)) {
    const isOf = (part: string) => path.includes(part);
    const mayBilling = !isOf("/webhooks/") && !isOf("/keys/") && !isOf("/trace/req_");
    expect((await pathsOf(billing, text)).includes(path), text).toBe(mayBilling);
    expect((await pathsOf(viewer, text)).includes(path), text).toBe(!isOf("/billing/"));
  }
});
