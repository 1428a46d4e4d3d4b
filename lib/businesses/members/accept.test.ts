// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { findMembership } from "@/lib/access/auth/session";
import type { Member } from "@/lib/access/principals/member";
import type { grantableRoles } from "@/lib/access/principals/roles";
import { confirmEmailChange, requestEmailChange } from "@/lib/people/account/change-email";
import { joinBusiness } from "@/lib/people/account/join";
import { isPassword } from "@/lib/people/account/password";
import { signUp } from "@/lib/people/account/sign-up";
import { undoEmailChange } from "@/lib/people/account/undo-email";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember, makeViewer } from "@/prisma/factories";
import { mailedToken } from "@/testing/harness/mailbox";
import { acceptInvitation, getInvitation } from "./accept";
import { changeRole, removeMember } from "./change";
import { inviteMember, listInvitations } from "./invite";

afterEach(() => clock.reset());

const device = { ip: "203.0.113.9", userAgent: "Test" };
const password = "sông Hương mùa nước nổi";
const someone = () => `${newId("user")}@example.com`;

async function invite(owner: Member, email: string, role: (typeof grantableRoles)[number] = "developer") {
  await inviteMember(owner, { email, role });
  return mailedToken(email, "invitation");
}

test("an existing person joins in the role they were invited to, and the log says so", async () => {
  const [owner, viewer] = [await makeMember(), await makeViewer()];
  const token = await invite(owner, viewer.email);
  expect((await getInvitation(token)).isKnown).toBe(true);

  expect(await acceptInvitation(viewer, token)).toEqual({ businessSlug: owner.businessSlug, role: "developer" });
  expect(await findMembership(viewer, owner.businessSlug)).toMatchObject({ role: "developer" });
  const log = await db.auditEvent.findMany({ where: { businessId: owner.businessId }, orderBy: { sequence: "asc" } });
  expect(log.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["member.invited", owner.userId],
    ["member.joined", viewer.userId],
  ]);
});

test("an invitation is valid for its own email alone, and stays valid for it", async () => {
  const [owner, invited, other] = [await makeMember(), await makeViewer(), await makeViewer()];
  const token = await invite(owner, invited.email);
  await expect(acceptInvitation(other, token)).rejects.toMatchObject({
    code: "FORBIDDEN",
    details: { message: "members.otherAddress", values: { email: invited.email, yours: other.email } },
  });
  expect(await findMembership(other, owner.businessSlug)).toBeNull();
  await acceptInvitation(invited, token);
});

test("twenty acceptances at once make one member; used again, it says so", async () => {
  const [owner, viewer] = [await makeMember(), await makeViewer()];
  const token = await invite(owner, viewer.email);
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => acceptInvitation(viewer, token)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(acceptInvitation(viewer, token)).rejects.toMatchObject({ details: { message: "members.linkUsed" } });
}, 20_000);

test("a removed member does not come back by the invitation that once brought them", async () => {
  const [owner, viewer] = [await makeMember(), await makeViewer()];
  const token = await invite(owner, viewer.email);
  await acceptInvitation(viewer, token);
  await removeMember(owner, viewer.userId);
  await expect(acceptInvitation(viewer, token)).rejects.toMatchObject({ details: { message: "members.linkUsed" } });
  expect(await findMembership(viewer, owner.businessSlug)).toBeNull();
});

test("an invitation ends with its sender's permission to invite", async () => {
  const owner = await makeMember();
  const invited = await makeViewer();
  const admin = await makeMember({ role: "admin", businessId: owner.businessId });
  const token = await invite(admin, invited.email, "admin");
  await changeRole(owner, admin.userId, "viewer");

  expect(await listInvitations(owner)).toEqual([]);
  await expect(acceptInvitation(invited, token)).rejects.toMatchObject({
    details: { message: "members.linkCancelled" },
  });
});

test("a new person joins with a name and a password: confirmed, with no business and no credit of their own", async () => {
  const owner = await makeMember();
  const email = someone();
  const token = await invite(owner, email, "billing");
  const { userId } = await joinBusiness({ token, name: "Lê Thị Thu Hà", password }, "vi", device);

  const user = await db.user.findUniqueOrThrow({ where: { email }, include: { memberships: true } });
  expect(user).toMatchObject({ id: userId, name: "Lê Thị Thu Hà", locale: "vi", emailVerifiedAt: expect.any(Date) });
  expect(user.memberships).toMatchObject([{ businessId: owner.businessId, role: "billing" }]);
  expect(await isPassword(password, user.passwordHash)).toBe(true);
  await expect(joinBusiness({ token, name: "Ai Đó", password }, "vi", device)).rejects.toMatchObject({
    details: { message: "members.linkUsed" },
  });
});

test("someone who signed up with another's email loses the account to the one who confirms it", async () => {
  const owner = await makeMember();
  const email = someone();
  await signUp({ name: "Kẻ xấu", businessName: "Không phải", email, password: "cây tre trăm đốt khắc nhập" }, "vi");
  const token = await invite(owner, email);
  await joinBusiness({ token, name: "Lê Thu Hà", password }, "vi", device);

  const { passwordHash, name } = await db.user.findUniqueOrThrow({ where: { email } });
  expect(name).toBe("Lê Thu Hà");
  expect(await isPassword("cây tre trăm đốt khắc nhập", passwordHash)).toBe(false);
});

test("an email with an account must sign in: its password is not changed by a link", async () => {
  const [owner, viewer] = [await makeMember(), await makeViewer()];
  const token = await invite(owner, viewer.email);
  const before = await db.user.findUniqueOrThrow({ where: { id: viewer.userId } });
  await expect(joinBusiness({ token, name: "Ai Đó", password }, "vi", device)).rejects.toMatchObject({
    details: { message: "members.accountExists" },
  });
  expect(await db.user.findUniqueOrThrow({ where: { id: viewer.userId } })).toEqual(before);
});

test.each(["", "\0", "x".repeat(43), "A".repeat(10_000)])("a token that was never sent is rejected", async (token) => {
  await expect(getInvitation(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an invitation to an email that can be restored makes no account, so its owner gets it back", async () => {
  const [owner, victim] = [await makeMember(), await makeViewer()];
  const token = await invite(owner, victim.email);
  const moved = someone();
  await requestEmailChange(victim, moved);
  await confirmEmailChange(await mailedToken(moved, "confirm-email"));

  const joining = joinBusiness({ token, name: "Kẻ gian", password }, "vi", device);
  await expect(joining).rejects.toMatchObject({ code: "CONFLICT", details: { message: "account.email.taken" } });
  expect(await db.user.count({ where: { email: victim.email } })).toBe(0);
  await undoEmailChange(await mailedToken(victim.email, "undo-email"));
  expect(await db.user.findUnique({ where: { id: victim.userId } })).toMatchObject({ email: victim.email });
});
