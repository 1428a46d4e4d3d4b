// @module-tag promise
import { expect, test } from "vitest";
import { findMembership } from "@/lib/access/auth/session";
import { createPlaygroundKey } from "@/lib/keys/playground/create";
import { rotateKey } from "@/lib/keys/rotate";
import { createKey, listKeys } from "@/lib/keys/service";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
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
