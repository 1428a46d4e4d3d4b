// @module-tag promise
import { expect, test } from "vitest";
import { changeRole, leaveBusiness, removeMember } from "@/lib/businesses/members/change";
import { getKey } from "@/lib/keys/detail";
import { endOldSecret, rotateKey } from "@/lib/keys/rotate";
import { createKey, listKeys, revokeKey } from "@/lib/keys/service";
import { db } from "@/lib/platform/db";
import { createEndpoint } from "@/lib/webhooks/endpoints/create";
import { editEndpoint } from "@/lib/webhooks/endpoints/edit";
import { newEndpointSchema } from "@/lib/webhooks/endpoints/schema";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { listMade } from "./made";

test("a key whose creator is removed is flagged until another member rotates it, and keys of members are not", async () => {
  const owner = await makeMember();
  const developer = await makeMember({ role: "developer", businessId: owner.businessId });
  const { id } = await createKey(developer, makeKeySettings({ name: "Tổng đài" }));
  const { id: own } = await createKey(owner, makeKeySettings());
  const flags = async () => Object.fromEntries((await listKeys(owner)).map((key) => [key.id, key.flags]));
  expect(await flags()).toEqual({ [id]: [], [own]: [] });

  await removeMember(owner, developer.userId);
  expect(await flags()).toEqual({ [id]: ["holderLeft"], [own]: [] });
  expect((await getKey(owner, id)).flags).toEqual(["holderLeft"]);
  await rotateKey(owner, id, "0");
  expect(await flags()).toEqual({ [id]: [], [own]: [] });
});

test("removing a member ends what was chosen of the keys and endpoints they made, and the log names all of them", async () => {
  const [owner, outsider] = [await makeMember(), await makeMember()];
  const developer = await makeMember({ role: "developer", businessId: owner.businessId });
  const { id: first } = await createKey(developer, makeKeySettings({ name: "Tổng đài" }));
  const { id: second } = await createKey(developer, makeKeySettings({ name: "Ứng dụng" }));
  const { id: own } = await createKey(owner, makeKeySettings());
  const { id: foreign } = await createKey(outsider, makeKeySettings());
  const ended = await makeEndpoint(developer, { createdById: developer.userId });
  const kept = await makeEndpoint(owner, { createdById: owner.userId });
  expect((await listMade(owner))[developer.userId]).toMatchObject({
    keys: [{ id: first }, { id: second }],
    endpoints: [{ id: ended.id, host: "127.0.0.1:9" }],
  });
  expect(Object.keys(await listMade(developer))).toEqual([developer.userId]);
  expect(Object.keys(await listMade(outsider))).toEqual([outsider.userId]);

  await removeMember(owner, developer.userId, [first, own, foreign, ended.id, kept.id]);
  const businessId = { in: [owner.businessId, outsider.businessId] };
  const keys = await db.apiKey.findMany({ where: { businessId, revokedAt: { not: null } }, select: { id: true } });
  expect(keys).toEqual([{ id: first }]);
  const where = { businessId, deletedAt: { not: null } };
  expect(await db.webhookEndpoint.findMany({ where, select: { id: true } })).toEqual([{ id: ended.id }]);
  const log = await db.auditEvent.findMany({ where: { businessId: owner.businessId }, orderBy: { sequence: "asc" } });
  expect(log.slice(-3).map(({ action }) => action)).toEqual(["key.revoked", "webhook.deleted", "member.removed"]);
  expect(log.at(-1)?.after).toEqual({
    endedKeys: [expect.stringMatching(/^Tổng đài …/)],
    keptKeys: [expect.stringMatching(/^Ứng dụng …/)],
    endedEndpoints: ["127.0.0.1:9"],
  });
});

test("when a member leaves, the log names the keys that they still know", async () => {
  const owner = await makeMember();
  const developer = await makeMember({ role: "developer", businessId: owner.businessId });
  await createKey(developer, makeKeySettings({ name: "Tổng đài" }));
  await leaveBusiness(developer);
  const entry = await db.auditEvent.findFirstOrThrow({ where: { action: "member.left", subject: developer.userId } });
  expect(entry.after).toEqual({ keptKeys: [expect.stringMatching(/^Tổng đài …/)] });
});

const endpoint = (url: string) => newEndpointSchema.parse({ url, events: ["tts.completed"] });

test("who removes a member is offered the old secret they know, and endpoints of keys that ended or with their URL", async () => {
  const owner = await makeMember();
  const developer = await makeMember({ role: "developer", businessId: owner.businessId });
  const { id, secret: old } = await createKey(developer, makeKeySettings({ name: "Tổng đài" }));
  await rotateKey(owner, id, "24");
  const { id: dead } = await createKey(developer, makeKeySettings());
  const { id: later } = await createKey(owner, makeKeySettings());
  const ofDead = await makeEndpoint(owner, { createdById: dead });
  const ofRotated = await makeEndpoint(owner, { createdById: id });
  const foreign = await makeEndpoint(owner, { createdById: later });
  await revokeKey(owner, dead);
  const { endpoint: edited } = await createEndpoint(owner, endpoint("http://127.0.0.1:4001/a"));
  await editEndpoint(developer, edited.id, { url: "http://127.0.0.1:4002/b" });
  await editEndpoint(owner, edited.id, { description: "Máy chủ" });
  const { endpoint: back } = await createEndpoint(owner, endpoint("http://127.0.0.1:4001/c"));
  await editEndpoint(developer, back.id, { url: "http://127.0.0.1:4002/d" });
  await editEndpoint(owner, back.id, { url: "http://127.0.0.1:4001/c" });

  const made = (await listMade(owner))[developer.userId];
  expect(made?.keys).toMatchObject([{ oldOf: id, name: "Tổng đài", hint: old.slice(-4) }]);
  expect(made?.endpoints.map(({ id }) => id).sort()).toEqual([ofDead.id, ofRotated.id, edited.id].sort());
  await removeMember(
    owner,
    developer.userId,
    [...(made?.keys ?? []), { id: edited.id }].map(({ id }) => id),
  );
  await expect(findLiveKey(old)).rejects.toMatchObject({ code: "KEY_INVALID" });
  expect(await db.apiKey.findUnique({ where: { id } })).toMatchObject({ revokedAt: null });
  const deleted = await db.webhookEndpoint.findMany({
    where: { deletedAt: { not: null }, businessId: owner.businessId },
  });
  expect(deleted.map(({ id }) => id)).toEqual([edited.id]);
  expect(await db.webhookEndpoint.count({ where: { id: foreign.id, deletedAt: null } })).toBe(1);
  await expect(endOldSecret(owner, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a lowered role ends what was chosen of what the person can no longer change, after a recent proof", async () => {
  const owner = await makeMember();
  const developer = await makeMember({ role: "admin", businessId: owner.businessId });
  const { id: first } = await createKey(developer, makeKeySettings({ name: "Tổng đài" }));
  const { id: second } = await createKey(developer, makeKeySettings({ name: "Ứng dụng" }));
  await changeRole(owner, developer.userId, "developer", [first]);
  expect(await db.apiKey.count({ where: { id: first, revokedAt: null } })).toBe(1);

  const stale = { ...owner, freshAt: new Date(0) };
  const change = changeRole(stale, developer.userId, "viewer", [first]);
  await expect(change).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
  await changeRole(owner, developer.userId, "viewer", [first]);
  const live = await db.apiKey.findMany({ where: { businessId: owner.businessId, revokedAt: null } });
  expect(live.map(({ id }) => id)).toEqual([second]);
  const [entry] = await db.auditEvent.findMany({
    where: { businessId: owner.businessId, action: "member.role_changed" },
    orderBy: { sequence: "desc" },
    take: 1,
  });
  expect(entry?.after).toEqual({
    role: "viewer",
    endedKeys: [expect.stringMatching(/^Tổng đài …/)],
    keptKeys: [expect.stringMatching(/^Ứng dụng …/)],
  });
});

test("who leaves can end what they made if their role may, and never what others made", async () => {
  const owner = await makeMember();
  const developer = await makeMember({ role: "developer", businessId: owner.businessId });
  const { id: theirs } = await createKey(developer, makeKeySettings());
  const { id: others } = await createKey(owner, makeKeySettings());
  await changeRole(owner, developer.userId, "viewer");
  const viewer = { ...developer, role: "viewer" as const };
  await expect(leaveBusiness(viewer, [theirs])).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await db.membership.count({ where: { userId: developer.userId, role: "viewer" } })).toBe(1);
  await changeRole(owner, developer.userId, "developer");
  await leaveBusiness(developer, [theirs, others]);
  expect(await db.apiKey.count({ where: { id: { in: [theirs, others] }, revokedAt: null } })).toBe(1);
  expect(await db.apiKey.count({ where: { id: others, revokedAt: null } })).toBe(1);
});
