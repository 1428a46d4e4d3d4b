// @module-tag promise
import { expect, test } from "vitest";
import { findMembership } from "@/lib/businesses/service";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import { getKey } from "@/lib/keys/detail";
import { createPlaygroundKey } from "@/lib/keys/playground-key";
import { endOldSecret, rotateKey } from "@/lib/keys/rotate";
import { createKey, listKeys, revokeKey } from "@/lib/keys/service";
import { listMade } from "@/lib/leaving/made";
import { createEndpoint } from "@/lib/webhooks/endpoints/create";
import { editEndpoint } from "@/lib/webhooks/endpoints/edit";
import { newEndpointSchema } from "@/lib/webhooks/endpoints/schema";
import { makeKey, makeKeySettings, makeMember, makeViewer } from "@/prisma/factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { changeRole, leaveBusiness, removeMember } from "./change";
import { listMembers } from "./list";
import { changeRoleSchema } from "./schema";

const roleOf = async (member: { userId: string; businessId: string }) =>
  (await db.membership.findFirst({ where: { userId: member.userId, businessId: member.businessId } }))?.role ?? null;

test("more people than there are connections become admins at once", async () => {
  const owner = await makeMember();
  const people = await Promise.all(
    Array.from({ length: 16 }, () => makeMember({ role: "viewer", businessId: owner.businessId })),
  );
  await Promise.all(people.map(({ userId }) => changeRole(owner, userId, "admin")));
  expect(await Promise.all(people.map(roleOf))).toEqual(people.map(() => "admin"));
});

test("a role changes on the very next request, and the log says from what to what", async () => {
  const owner = await makeMember();
  const member = await makeMember({ role: "viewer", businessId: owner.businessId });
  await changeRole(owner, member.userId, "developer");

  const viewer = await makeViewer({ userId: member.userId });
  expect(await findMembership(viewer, owner.businessSlug)).toMatchObject({ role: "developer" });
  const log = await db.auditEvent.findFirst({ where: { businessId: owner.businessId } });
  expect(log).toMatchObject({
    action: "member.role_changed",
    subject: member.userId,
    before: { role: "viewer" },
    after: { role: "developer" },
  });
});

test("a request that was under way when its member was removed makes no key, secret or endpoint", async () => {
  const owner = await makeMember();
  const member = await makeMember({ role: "developer", businessId: owner.businessId });
  const { id } = await createKey(member, makeKeySettings({}));
  const endpoint = await makeEndpoint(owner, {});
  const wanted = newEndpointSchema.parse({ url: "http://127.0.0.1:4000/hook", events: ["tts.completed"] });
  await removeMember(owner, member.userId);
  const late = [
    () => createKey(member, makeKeySettings({})),
    () => rotateKey(member, id, "24"),
    () => createEndpoint(member, wanted),
    () => editEndpoint(member, endpoint.id, { url: wanted.url }),
  ];
  for (const act of late) await expect(act()).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await listKeys(owner)).toHaveLength(1);
});

test("two owners who demote each other at once leave one owner, twenty times in a row", async () => {
  for (let round = 0; round < 20; round += 1) {
    const one = await makeMember();
    const other = await makeMember({ businessId: one.businessId });
    const tries = await Promise.allSettled([
      changeRole(one, other.userId, "admin"),
      changeRole(other, one.userId, "admin"),
    ]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect([await roleOf(one), await roleOf(other)].sort()).toEqual(["admin", "owner"]);
  }
}, 60_000);

test("all owners leaving at once leave one behind", async () => {
  const first = await makeMember();
  const others = await Promise.all(Array.from({ length: 7 }, () => makeMember({ businessId: first.businessId })));
  const tries = await Promise.allSettled([first, ...others].map((owner) => leaveBusiness(owner)));
  expect(tries.filter(({ status }) => status === "rejected")).toMatchObject([
    { reason: { details: { message: "members.lastOwner" } } },
  ]);
  expect(await db.membership.count({ where: { businessId: first.businessId, role: "owner" } })).toBe(1);
}, 20_000);

test("an only owner can neither leave, nor step down, nor be removed by themselves", async () => {
  const owner = await makeMember();
  const lastOwner = { code: "CONFLICT", details: { message: "members.lastOwner" } };
  await expect(leaveBusiness(owner)).rejects.toMatchObject(lastOwner);
  await expect(changeRole(owner, owner.userId, "admin")).rejects.toMatchObject(lastOwner);
  await expect(removeMember(owner, owner.userId)).rejects.toMatchObject(lastOwner);
  expect(await roleOf(owner)).toBe("owner");
});

test("an admin cannot touch an owner", async () => {
  const owner = await makeMember();
  const admin = await makeMember({ role: "admin", businessId: owner.businessId });
  await expect(changeRole(admin, owner.userId, "viewer")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(removeMember(admin, owner.userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await roleOf(owner)).toBe("owner");
});

test("no form makes an owner, whichever role sends it", () => {
  const sent = { userId: newId("user"), role: "owner" };
  expect(changeRoleSchema.safeParse(sent).success).toBe(false);
  expect(changeRoleSchema.safeParse({ ...sent, role: ["viewer", "owner"] }).success).toBe(false);
});

test.each(["developer", "billing", "viewer"] as const)("a %s can promote no one, themselves included", async (role) => {
  const owner = await makeMember();
  const member = await makeMember({ role, businessId: owner.businessId });
  await expect(changeRole(member, member.userId, "admin")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(removeMember(member, owner.userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await roleOf(member)).toBe(role);
});

test("a proof that is older than a demotion or a removal grants nothing", async () => {
  const owner = await makeMember();
  const [demoted, removed, target] = [
    await makeMember({ role: "admin", businessId: owner.businessId }),
    await makeMember({ role: "admin", businessId: owner.businessId }),
    await makeMember({ role: "viewer", businessId: owner.businessId }),
  ];
  await changeRole(owner, demoted.userId, "developer");
  await removeMember(owner, removed.userId);
  for (const admin of [demoted, removed])
    await expect(changeRole(admin, target.userId, "admin")).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a removed member no longer finds the business, and of their keys only the playground's end", async () => {
  const owner = await makeMember();
  const member = await makeMember({ role: "developer", businessId: owner.businessId });
  const { secret } = await createPlaygroundKey(member);
  const server = await makeKey(member);
  await removeMember(owner, member.userId);

  const viewer = await makeViewer({ userId: member.userId });
  expect(await findMembership(viewer, owner.businessSlug)).toBeNull();
  await expect(findLiveKey(secret)).rejects.toMatchObject({ code: "KEY_INVALID" });
  expect(await findLiveKey(server)).toMatchObject({ businessId: owner.businessId });
});

test("a member who loses the permission to use speech loses their playground key at once", async () => {
  const owner = await makeMember();
  const member = await makeMember({ role: "developer", businessId: owner.businessId });
  const { secret } = await createPlaygroundKey(member);
  await changeRole(owner, member.userId, "admin");
  await expect(findLiveKey(secret)).resolves.toMatchObject({ businessId: owner.businessId });
  await changeRole(owner, member.userId, "viewer");
  await expect(findLiveKey(secret)).rejects.toMatchObject({ code: "KEY_INVALID" });
});

test("one business cannot change or remove another's member, or learn who is one", async () => {
  const [owner, outsider] = [await makeMember(), await makeMember()];
  const member = await makeMember({ role: "viewer", businessId: owner.businessId });
  for (const tryIt of [(id: string) => changeRole(outsider, id, "admin"), (id: string) => removeMember(outsider, id)]) {
    const [known, unknown] = await Promise.allSettled([tryIt(member.userId), tryIt(newId("user"))]);
    expect(known).toMatchObject({ status: "rejected", reason: { code: "NOT_FOUND" } });
    expect(known).toEqual(unknown);
  }
  expect((await listMembers(outsider)).map(({ userId }) => userId)).toEqual([outsider.userId]);
  expect(await roleOf(member)).toBe("viewer");
});

test("roles that manage members see when they were last active and their second factor; others see who they are", async () => {
  const owner = await makeMember();
  const viewer = await makeMember({ role: "viewer", businessId: owner.businessId });
  const [first, second] = await listMembers(owner);
  expect(first).toMatchObject({ userId: owner.userId, role: "owner", hasSecondFactor: false });
  expect(second).toMatchObject({ userId: viewer.userId, lastSeenAt: expect.any(Date) });
  expect(await listMembers(viewer)).toMatchObject([
    { userId: owner.userId, lastSeenAt: null, hasSecondFactor: null },
    { userId: viewer.userId, lastSeenAt: null, hasSecondFactor: null },
  ]);
});

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
  expect(await roleOf(developer)).toBe("viewer");
  await changeRole(owner, developer.userId, "developer");
  await leaveBusiness(developer, [theirs, others]);
  expect(await db.apiKey.count({ where: { id: { in: [theirs, others] }, revokedAt: null } })).toBe(1);
  expect(await db.apiKey.count({ where: { id: others, revokedAt: null } })).toBe(1);
});
