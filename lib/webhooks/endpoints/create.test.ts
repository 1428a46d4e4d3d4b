// @module-tag promise
import { afterEach, expect, test, vi } from "vitest";
import { mailDigests } from "@/lib/businesses/notices/digest";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { log } from "@/lib/platform/log";
import { makeCaller, makeMember } from "@/prisma/factories";
import { announce, auditOf, header, manager, secretsOf, settings } from "@/testing/harness/endpoints";
import { mailsTo } from "@/testing/harness/mailbox";
import { announceEndpoints } from "./announce";
import { createEndpoint } from "./create";
import { editEndpoint } from "./edit";
import { getEndpoint, listEndpoints } from "./endpoint";
import { deleteEndpoint } from "./lifecycle";
import { mostCreationsADay } from "./schema";
import { headerValueContext } from "./secrets";

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

test("a new endpoint is listed without its secrets, which are stored encrypted", async () => {
  const member = await makeMember({ role: "developer" });
  const { endpoint, secret } = await createEndpoint(member, settings({ description: "Máy chủ chính" }));
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(await listEndpoints(member)).toEqual([endpoint]);
  expect(await getEndpoint(member, endpoint.id)).toEqual(endpoint);
  expect(endpoint).toMatchObject({
    url: "http://127.0.0.1:4000/hook",
    description: "Máy chủ chính",
    events: ["webhook.test"],
    security: { type: "header", name: "X-Hook-Token" },
    ratePerSecond: null,
    schemaVersion: 1,
    status: "active",
  });
  const stored = await db.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpoint.id },
    include: { secrets: true },
  });
  const text = JSON.stringify([stored, await auditOf(member.businessId), endpoint]);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(header.value);
  expect(decrypt(stored.encryptedHeaderValue ?? "", headerValueContext(endpoint.id))).toBe(header.value);
  expect(await secretsOf(endpoint.id)).toEqual([{ secret, expiresAt: null }]);
});

test("the eleventh endpoint is rejected, also when ten are created at once, and a deleted one makes room", async () => {
  const member = await makeMember();
  for (let count = 0; count < 9; count += 1) await createEndpoint(member, settings());
  const created = await Promise.allSettled(Array.from({ length: 10 }, () => createEndpoint(member, settings())));
  expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const { reason } of created.filter((result) => result.status === "rejected"))
    expect(reason).toMatchObject({ code: "WEBHOOK_LIMIT_REACHED" });
  const [first] = await listEndpoints(member);
  await deleteEndpoint(member, first?.id ?? "");
  await createEndpoint(member, settings());
  expect(await listEndpoints(member)).toHaveLength(10);
});

test("a business may have as many endpoints as its own limit says", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const limitTo = (webhookLimit: number) =>
    db.business.update({ where: { id: member.businessId }, data: { webhookLimit } });
  await limitTo(1);
  await createEndpoint(member, settings());
  const refused = { code: "WEBHOOK_LIMIT_REACHED" };
  await expect(createEndpoint(member, settings())).rejects.toMatchObject(refused);
  for (let count = 0; count < 2; count++) await createEndpoint(other, settings());
  await limitTo(12);
  for (let count = 1; count < 12; count++) await createEndpoint(member, settings());
  await expect(createEndpoint(member, settings())).rejects.toMatchObject(refused);
});

test("a key without balance:read subscribes to no pattern that includes the balance, and no endpoint to another business's key", async () => {
  const [owner, other] = [await makeMember(), await makeCaller()];
  const caller = await manager(owner.businessId);
  for (const events of [["*"], ["credit.*"]] as const)
    await expect(createEndpoint(caller, settings({ events: [...events] }))).rejects.toMatchObject({
      code: "SCOPE_MISSING",
    });
  const { endpoint } = await createEndpoint(caller, settings({ events: ["tts.*"], keys: [caller.keyId] }));
  expect(endpoint).toMatchObject({ events: ["tts.*"], keyIds: [caller.keyId] });
  await expect(editEndpoint(caller, endpoint.id, { events: ["*"] })).rejects.toMatchObject({ code: "SCOPE_MISSING" });
  const unknown = { code: "INVALID_REQUEST", details: { param: "keys" } };
  await expect(editEndpoint(owner, endpoint.id, { keys: [other.keyId] })).rejects.toMatchObject(unknown);
  await expect(createEndpoint(owner, settings({ keys: [other.keyId] }))).rejects.toMatchObject(unknown);
  expect(await editEndpoint(owner, endpoint.id, { events: ["*"], keys: [] })).toMatchObject({
    events: ["*"],
    keyIds: [],
  });
});

test("ten endpoints that are created at once are one email, which names them", async () => {
  const owner = await makeMember();
  for (let count = 0; count < 10; count++) await createEndpoint(owner, settings({ description: `Máy ${count}` }));
  await announceEndpoints();
  const { email } = await db.user.findUniqueOrThrow({ where: { id: owner.userId } });
  expect(await mailsTo(email)).toEqual([]);
  await Promise.all([announce(), announce()]);
  await announce();
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("Máy 0 (127.0.0.1:4000), Máy 1");
});

test("an email about new endpoints that cannot be written is logged, and keeps no other one waiting", async () => {
  const failed = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const [broken, owner] = [await makeMember(), await makeMember()];
  for (const member of [broken, owner]) await createEndpoint(member, settings());
  const where = { businessId: broken.businessId };
  await db.webhookEndpoint.updateMany({ where, data: { url: "broken" } });
  await announce();
  const { email } = await db.user.findUniqueOrThrow({ where: { id: owner.userId } });
  expect(await mailsTo(email)).toHaveLength(1);
  expect(failed).toHaveBeenCalledOnce();
  await db.webhookEndpoint.updateMany({ where, data: { announceAt: null } });
});

test("a suspended or archived business creates no endpoint", async () => {
  const [suspended, archived] = [await makeMember(), await makeMember()];
  await db.business.update({ where: { id: suspended.businessId }, data: { suspendedAt: clock.now() } });
  await db.business.update({ where: { id: archived.businessId }, data: { archivedAt: clock.now() } });
  await expect(createEndpoint(suspended, settings())).rejects.toMatchObject({ code: "BUSINESS_SUSPENDED" });
  await expect(createEndpoint(archived, settings())).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a key that creates and deletes endpoints is stopped after 30 a day, and the owners get five emails and a digest in an hour", async () => {
  const owner = await makeMember();
  const caller = await manager(owner.businessId);
  const create = async () => deleteEndpoint(caller, (await createEndpoint(caller, settings())).endpoint.id);
  for (let made = 0; made < mostCreationsADay; made++) {
    await create();
    await announce();
  }
  await expect(create()).rejects.toMatchObject({ code: "WEBHOOK_LIMIT_REACHED" });
  const { email } = await db.user.findUniqueOrThrow({ where: { id: owner.userId } });
  expect(await mailsTo(email)).toHaveLength(5);
  await expect(createEndpoint(await makeMember(), settings())).resolves.toBeDefined();
  clock.advance(days(1));
  await mailDigests();
  expect((await mailsTo(email))[0]?.subject).toContain("có thêm 25 thông báo");
  await create();
  await announce();
  expect(await mailsTo(email)).toHaveLength(7);
});
