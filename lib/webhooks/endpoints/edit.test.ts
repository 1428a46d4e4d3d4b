// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { examplePayloads } from "@/lib/access/events/schema";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createReplay } from "@/lib/webhooks/replays/requests";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeDelivery } from "@/prisma/webhook-factories";
import { announce, auditOf, header, manager, settings, stale } from "@/testing/harness/endpoints";
import { createEndpoint } from "./create";
import { editEndpoint } from "./edit";
import { getEndpoint } from "./endpoint";
import type { EndpointChange, NewEndpoint } from "./schema";
import { revealHeaderValue } from "./secrets";

afterEach(() => clock.reset());

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
