// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock, days, hours, minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { decrypt } from "@/lib/encryption";
import { recordEvent } from "@/lib/events/record-event";
import { examplePayloads } from "@/lib/events/schema";
import { newId } from "@/lib/ids";
import { mailDigests } from "@/lib/notices/digest";
import type { Member } from "@/lib/principals/member";
import type { Operator } from "@/lib/principals/operator";
import { createReplay } from "@/lib/webhooks/replays/create";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeDelivery } from "@/prisma/webhook-factories";
import { mailsTo } from "@/testing/harness/mailbox";
import { createEndpoint } from "./create";
import { deleteEndpoint } from "./delete";
import { editEndpoint } from "./edit";
import { getEndpoint } from "./find";
import { setLimit } from "./limit";
import { listEndpoints } from "./list";
import { announcedAfterMs, announceEndpoints } from "./mail";
import { pauseEndpoint, resumeEndpoint } from "./pause";
import { revealHeaderValue, revealSecret } from "./reveal";
import { mostSecrets, rotateSecret } from "./rotate";
import { type EndpointChange, mostCreationsADay, type NewEndpoint, newEndpointSchema } from "./schema";
import { decryptSecret, headerValueContext } from "./secret";

afterEach(() => clock.reset());

async function announce() {
  clock.advance(announcedAfterMs);
  await announceEndpoints();
}

const header = { type: "header", name: "X-Hook-Token", value: "s3cret value" } as const;

const settings = (options: Partial<NewEndpoint> = {}): NewEndpoint =>
  newEndpointSchema.parse({
    url: "http://127.0.0.1:4000/hook",
    events: ["webhook.test"],
    security: header,
    ...options,
  });

const manager = (businessId?: string) => makeCaller({ scopes: ["webhooks:manage"], businessId });

const stale = (member: Member): Member => ({ ...member, freshAt: new Date(+clock.now() - minutes(6)) });

/** Writes an event that the business's endpoints receive. */
const happen = (businessId: string) =>
  db.$transaction((tx) =>
    recordEvent(tx, {
      businessId,
      type: "webhook.test",
      objectId: null,
      sequence: 1,
      payload: { endpointId: newId("webhook") },
    }),
  );

const deliveriesOf = (endpointId: string) =>
  db.webhookDelivery.findMany({
    where: { endpointId },
    orderBy: { id: "asc" },
    select: { state: true, messageId: true },
  });

const messagesOf = (target: string) => db.outboxMessage.count({ where: { target } });

const auditOf = (businessId: string) =>
  db.auditEvent.findMany({
    where: { businessId },
    orderBy: { sequence: "asc" },
    select: { action: true, before: true, after: true },
  });

const secretsOf = async (endpointId: string) => {
  const rows = await db.webhookSecret.findMany({ where: { endpointId }, orderBy: { id: "asc" } });
  return rows.map(({ id, encryptedSecret, expiresAt }) => ({ secret: decryptSecret(id, encryptedSecret), expiresAt }));
};

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

test("an operator changes how many endpoints a business may have, which is in the staff's log", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const operator = { email: "ops@vang.example", via: "terminal" } as Operator;
  await setLimit(operator, member.businessId, 1, "Thử nghiệm");
  await createEndpoint(member, settings());
  const refused = { code: "WEBHOOK_LIMIT_REACHED" };
  await expect(createEndpoint(member, settings())).rejects.toMatchObject(refused);
  for (let count = 0; count < 2; count++) await createEndpoint(other, settings());
  await setLimit(operator, member.businessId, 12, "Khách hàng lớn");
  for (let count = 1; count < 12; count++) await createEndpoint(member, settings());
  await expect(createEndpoint(member, settings())).rejects.toMatchObject(refused);
  for (const most of [-1, 101, 1.5, Number.NaN])
    await expect(setLimit(operator, member.businessId, most, "Sai")).rejects.toThrow(/0 to 100/);
  const where = { businessId: member.businessId, action: "webhooks.limited" };
  expect(await db.platformAuditEvent.count({ where })).toBe(2);
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

test("a suspended or archived business creates no endpoint", async () => {
  const [suspended, archived] = [await makeMember(), await makeMember()];
  await db.business.update({ where: { id: suspended.businessId }, data: { suspendedAt: clock.now() } });
  await db.business.update({ where: { id: archived.businessId }, data: { archivedAt: clock.now() } });
  await expect(createEndpoint(suspended, settings())).rejects.toMatchObject({ code: "BUSINESS_SUSPENDED" });
  await expect(createEndpoint(archived, settings())).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an edit changes what it names and nothing else, and is recorded without the header value", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  const edited = await editEndpoint(member, endpoint.id, { events: ["tts.failed", "tts.failed"], ratePerSecond: 5 });
  expect(edited).toEqual({ ...endpoint, events: ["tts.failed"], ratePerSecond: 5 });
  await editEndpoint(member, endpoint.id, { security: { ...header, value: "another" } });
  await editEndpoint(member, endpoint.id, { security: { type: "api_key", name: "X-Api-Key" } });
  expect(await revealHeaderValue(member, endpoint.id)).toEqual({ value: "another" });
  await editEndpoint(member, endpoint.id, {});
  const edits = (await auditOf(member.businessId)).filter(({ action }) => action === "webhook.edited");
  expect(edits.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { events: ["webhook.test"], ratePerSecond: null }, after: { events: ["tts.failed"], ratePerSecond: 5 } },
    { before: {}, after: { headerValueChanged: true } },
    {
      before: { security: "header", headerName: "X-Hook-Token" },
      after: { security: "api_key", headerName: "X-Api-Key" },
    },
  ]);
});

test("a header without a value is rejected where none is stored, and removing the header erases its value", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  await editEndpoint(member, endpoint.id, { security: { type: "none" } });
  await expect(revealHeaderValue(member, endpoint.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(editEndpoint(member, endpoint.id, { security: { type: "header", name: "X-A" } })).rejects.toMatchObject({
    code: "INVALID_REQUEST",
    details: { param: "security.value" },
  });
  expect(await getEndpoint(member, endpoint.id)).toMatchObject({ security: { type: "none", name: null } });
});

test("a member changes the URL only with a recent proof of identity", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  const url = "http://localhost:5000/";
  await expect(editEndpoint(stale(member), endpoint.id, { url })).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
  expect(await getEndpoint(member, endpoint.id)).toEqual(endpoint);
  await editEndpoint(stale(member), endpoint.id, { url: endpoint.url, description: "Như cũ" });
  expect(await editEndpoint(member, endpoint.id, { url })).toMatchObject({ url });
});

test("owners are notified when an endpoint is created or its URL changes, by whom, and of no other change", async () => {
  const owner = await makeMember();
  const { businessId } = owner;
  const developer = await makeMember({ role: "developer", businessId });
  const caller = await manager(businessId);
  const { endpoint } = await createEndpoint(developer, settings({ security: { type: "none" } }));
  await announce();
  await editEndpoint(caller, endpoint.id, { url: "https://hook.vang.vn/a?token=geheim" });
  await editEndpoint(caller, endpoint.id, { description: "Máy chủ phụ", url: "https://hook.vang.vn/a?token=geheim" });
  const notices = await db.notice.findMany({ where: { businessId }, orderBy: { id: "asc" } });
  expect(notices.map(({ userId, kind }) => ({ userId, kind }))).toEqual([
    { userId: owner.userId, kind: "webhookCreated" },
    { userId: owner.userId, kind: "webhookUrlChanged" },
  ]);
  expect(JSON.stringify(await auditOf(businessId))).not.toContain("geheim");
});

test("pausing keeps what waits, resuming lets new events through and counts failures from the start", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  await happen(member.businessId);
  expect(await messagesOf(endpoint.id)).toBe(1);
  expect(await pauseEndpoint(member, endpoint.id)).toMatchObject({ status: "paused" });
  await pauseEndpoint(member, endpoint.id);
  await happen(member.businessId);
  expect(await deliveriesOf(endpoint.id)).toEqual([
    { state: "held", messageId: null },
    { state: "held", messageId: null },
  ]);
  expect(await messagesOf(endpoint.id)).toBe(0);

  const failed = { failures: 7, failingSince: clock.now(), noticesSent: 2 };
  const disabled = { disabledAt: clock.now(), disabledReason: "failing" };
  await db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { ...failed, ...disabled } });
  expect(await getEndpoint(member, endpoint.id)).toMatchObject({ status: "disabled" });
  const resumed = await resumeEndpoint(member, endpoint.id);
  expect(resumed).toMatchObject({ status: "active", failures: 0, failingSince: null, disabledReason: null });
  await resumeEndpoint(member, endpoint.id);
  await happen(member.businessId);
  expect((await deliveriesOf(endpoint.id)).map(({ state }) => state)).toEqual(["held", "held", "waiting"]);
  const actions = (await auditOf(member.businessId)).map(({ action }) => action);
  expect(actions).toEqual(["webhook.created", "webhook.paused", "webhook.resumed"]);
});

test("deleting cancels what waits, erases the secrets, and nothing finds the endpoint any more", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  const { endpoint: other } = await createEndpoint(member, settings());
  await happen(member.businessId);
  await deleteEndpoint(member, endpoint.id);
  await happen(member.businessId);
  expect(await deliveriesOf(endpoint.id)).toEqual([{ state: "canceled", messageId: null }]);
  expect(await messagesOf(endpoint.id)).toBe(0);
  expect(await messagesOf(other.id)).toBe(2);
  expect(await secretsOf(endpoint.id)).toEqual([]);
  expect(await db.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    encryptedHeaderValue: null,
  });
  expect((await listEndpoints(member)).map(({ id }) => id)).toEqual([other.id]);
  await expect(deleteEndpoint(member, endpoint.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a rotated secret signs for 24 hours more, also when it is rotated again meanwhile", async () => {
  const member = await makeMember();
  const { endpoint, secret: first } = await createEndpoint(member, settings());
  const now = clock.now();
  const { secret: second } = await rotateSecret(member, endpoint.id);
  clock.advance(hours(1));
  const { secret: third } = await rotateSecret(member, endpoint.id);
  expect((await secretsOf(endpoint.id)).map(({ secret }) => secret)).toEqual([first, second, third]);
  const [oldest, older, current] = await secretsOf(endpoint.id);
  expect(+(oldest?.expiresAt ?? 0) - +now).toBeLessThan(hours(24) + minutes(1));
  expect(+(older?.expiresAt ?? 0) - +(oldest?.expiresAt ?? 0)).toBeGreaterThan(hours(1) - minutes(1));
  expect(current?.expiresAt).toBeNull();
  expect(await revealSecret(member, endpoint.id)).toEqual({ secret: third });
});

test("rotations at once each keep the former secrets, up to the limit, and one of them is current", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  const rotated = await Promise.allSettled(Array.from({ length: 8 }, () => rotateSecret(member, endpoint.id)));
  const made = rotated.filter(({ status }) => status === "fulfilled");
  expect(made).toHaveLength(mostSecrets - 1);
  expect(rotated.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "WEBHOOK_LIMIT_REACHED" },
  });
  const secrets = await secretsOf(endpoint.id);
  expect(secrets).toHaveLength(mostSecrets);
  expect(secrets.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  clock.advance(hours(25));
  await rotateSecret(await manager(member.businessId), endpoint.id);
  expect(await secretsOf(endpoint.id)).toHaveLength(2);
});

test("seeing the secret or the header value is recorded", async () => {
  const member = await makeMember();
  const { endpoint, secret } = await createEndpoint(member, settings());
  expect(await revealSecret(member, endpoint.id)).toEqual({ secret });
  expect(await revealHeaderValue(member, endpoint.id)).toEqual({ value: header.value });
  const entries = await auditOf(member.businessId);
  expect(entries.map(({ action }) => action)).toEqual([
    "webhook.created",
    "webhook.secret_revealed",
    "webhook.header_revealed",
  ]);
  expect(JSON.stringify(entries)).not.toContain(secret);
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

test("a member without a recent proof changes the description, but neither erases nor replaces the header value", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  const edit = (input: EndpointChange) => editEndpoint(stale(member), endpoint.id, input);
  const { name, type } = header;
  for (const security of [{ type: "none" }, { type, name, value: "other" }, { type, name: "X-Other" }] as const)
    await expect(edit({ security })).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
  await edit({ description: "Máy chủ", security: { type, name } });
  expect(await revealHeaderValue(member, endpoint.id)).toEqual({ value: header.value });
});

test("a key that may not read the balance sends no events with it to another URL, nor replays them", async () => {
  const member = await makeMember();
  const [caller, reader] = [
    await manager(member.businessId),
    await makeCaller({ scopes: ["webhooks:manage", "balance:read"], businessId: member.businessId }),
  ];
  const rejected = { code: "SCOPE_MISSING", details: { values: { scope: "balance:read" } } };
  const url = "http://127.0.0.1:4001/hook";
  const { endpoint } = await createEndpoint(
    member,
    settings({ events: ["topup.credited"], security: { type: "none" } }),
  );
  const edit = (input: EndpointChange, by = caller) => editEndpoint(by, endpoint.id, input);
  await expect(edit({ url })).rejects.toMatchObject(rejected);
  await expect(edit({ url, events: ["tts.completed"] })).rejects.toMatchObject(rejected);
  const payload = { ...examplePayloads["topup.credited"], availableVnd: "9" };
  await db.event.create({
    data: {
      id: newId("event"),
      businessId: member.businessId,
      type: "topup.credited",
      payload,
      objectId: newId("transfer"),
      sequence: 1,
      schemaVersion: 1,
      createdAt: clock.now(),
    },
  });
  clock.advance(minutes(1));
  await expect(createReplay(caller, endpoint.id, { missing: {} })).rejects.toMatchObject(rejected);

  // Still on its way after the endpoint receives no more of them.
  const delivery = await makeDelivery({ id: endpoint.id, businessId: member.businessId }, { type: "topup.credited" });
  await edit({ events: ["tts.completed"], description: "Máy chủ" });
  await expect(edit({ url })).rejects.toMatchObject(rejected);
  await db.webhookDelivery.updateMany({ where: { id: delivery }, data: { state: "succeeded" } });
  await edit({ url });
  for (const selection of [{ ids: [delivery] }, { filter: {} }])
    await expect(createReplay(caller, endpoint.id, selection)).rejects.toMatchObject(rejected);
  await createReplay(reader, endpoint.id, { ids: [delivery] });
});

test("a key has no results sent that it may not read itself, and a member turns that on after a recent proof only", async () => {
  const member = await makeMember();
  const { businessId } = member;
  const caller = await manager(businessId);
  const speaker = await makeCaller({ scopes: ["webhooks:manage", "tts:execute"], businessId });
  const wanted = (...events: NewEndpoint["events"]) => settings({ events, content: true, security: { type: "none" } });
  const rejectedFor = (scope: string) => ({ code: "SCOPE_MISSING", details: { values: { scope } } });
  await expect(createEndpoint(caller, wanted("stt.completed"))).rejects.toMatchObject(rejectedFor("stt:execute"));
  await expect(createEndpoint(speaker, wanted("tts.*", "stt.*"))).rejects.toMatchObject(rejectedFor("stt:execute"));
  await createEndpoint(caller, wanted("webhook.test"));
  await createEndpoint(speaker, wanted("tts.*"));

  const { endpoint } = await createEndpoint(member, settings({ events: ["stt.*"], security: { type: "none" } }));
  const edit = (by: Parameters<typeof editEndpoint>[0], input: EndpointChange) => editEndpoint(by, endpoint.id, input);
  await expect(edit(stale(member), { content: true })).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
  await expect(edit(caller, { content: true })).rejects.toMatchObject(rejectedFor("stt:execute"));
  await edit(member, { content: true });
  await edit(caller, { description: "Máy chủ", content: true });
  const url = "http://127.0.0.1:4001/hook";
  await expect(edit(caller, { url })).rejects.toMatchObject(rejectedFor("stt:execute"));
  await expect(edit(caller, { events: ["stt.*", "tts.*"] })).rejects.toMatchObject(rejectedFor("tts:execute"));
  // What it received can be sent again, also once it receives no more of it.
  await makeDelivery({ id: endpoint.id, businessId }, { type: "stt.completed" });
  await edit(caller, { events: ["webhook.test"] });
  await expect(edit(caller, { url })).rejects.toMatchObject(rejectedFor("stt:execute"));
  await edit(caller, { url, content: false });
  await expect(edit(caller, { content: true })).rejects.toMatchObject(rejectedFor("stt:execute"));
});
