// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { mailboxOf } from "@/lib/platform/mail/mailbox";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";
import { makeMember, makeUser } from "@/prisma/factories";
import { mailedToken } from "@/testing/harness/mailbox";
import { getInvitation } from "./accept";
import { cancelInvitation, inviteMember, listInvitations, pendingPerBusiness, resendInvitation } from "./invite";
import { inviteSchema } from "./schema";

afterEach(() => clock.reset());

const someone = () => `${newId("user")}@example.com`;

test("an invitation is emailed, shows what it offers, and its token is nowhere in the database", async () => {
  const owner = await makeMember({ name: "Công ty Sách Nói" });
  const email = someone();
  await inviteMember(owner, { email, role: "developer" });
  const token = await mailedToken(email, "invitation");

  expect(await getInvitation(token)).toMatchObject({
    email,
    role: "developer",
    business: { name: "Công ty Sách Nói" },
    isKnown: false,
  });
  expect(await listInvitations(owner)).toMatchObject([{ email, role: "developer" }]);
  const rows = JSON.stringify(await db.invitation.findMany({ where: { businessId: owner.businessId } }));
  expect(rows).not.toContain(token);
});

test("a second link replaces the first, and a cancelled one is rejected", async () => {
  const owner = await makeMember();
  const email = someone();
  await inviteMember(owner, { email, role: "viewer" });
  const first = await mailedToken(email, "invitation");
  const [{ id = "" } = {}] = await listInvitations(owner);
  await resendInvitation(owner, id);
  const second = await mailedToken(email, "invitation");

  await expect(getInvitation(first)).rejects.toMatchObject({ details: { message: "members.linkUnknown" } });
  expect((await getInvitation(second)).email).toBe(email);
  await cancelInvitation(owner, id);
  await expect(getInvitation(second)).rejects.toMatchObject({ details: { message: "members.linkCancelled" } });
  expect(await listInvitations(owner)).toEqual([]);
});

test("an invitation expires after seven days, to the second, and can be sent again", async () => {
  const owner = await makeMember();
  const email = someone();
  await inviteMember(owner, { email, role: "viewer" });
  const token = await mailedToken(email, "invitation");
  clock.advance(days(7) - 2000);
  expect((await getInvitation(token)).email).toBe(email);
  clock.advance(2000);
  await expect(getInvitation(token)).rejects.toMatchObject({ details: { message: "members.linkOver" } });

  const [{ id = "" } = {}] = await listInvitations(owner);
  await resendInvitation(owner, id);
  expect((await getInvitation(await mailedToken(email, "invitation"))).email).toBe(email);
});

test("with 45 open, ten more at once leave fifty open", async () => {
  const owner = await makeMember();
  const invite = () => inviteMember(owner, { email: someone(), role: "viewer" });
  for (let batch = 0; batch < 5; batch += 1) await Promise.all(Array.from({ length: 9 }, invite));
  const refused = (await Promise.allSettled(Array.from({ length: 10 }, invite))).filter(
    ({ status }) => status === "rejected",
  );
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ reason: { details: { message: "members.tooManyPending" } } });
  expect(await listInvitations(owner)).toHaveLength(pendingPerBusiness);
}, 20_000);

test("neither a member nor an invited email is invited again, however many at once", async () => {
  const owner = await makeMember();
  const { email } = await makeUser().then(async (user) => {
    await makeMember({ userId: user.id, businessId: owner.businessId, role: "viewer" });
    return user;
  });
  const invite = (to: string) => inviteMember(owner, { email: to, role: "viewer" });
  await expect(invite(email)).rejects.toMatchObject({ details: { message: "members.alreadyMember" } });

  const other = someone();
  const outcomes = await Promise.allSettled([invite(other), invite(other), invite(other)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
});

test("no one's mailbox is filled: five emails an invitation, five invitations an email and day", async () => {
  const owner = await makeMember();
  const email = someone();
  // As after some hours, in which a mailbox gets five emails each from all businesses together.
  const wait = () => openAttempts("mail told", 5, hours(1)).forget(mailboxOf(email));
  for (let round = 0; round < 5; round += 1) {
    await wait();
    await inviteMember(owner, { email, role: "viewer" });
    const [{ id = "" } = {}] = await listInvitations(owner);
    if (round === 0) for (let mail = 1; mail < 5; mail += 1) await resendInvitation(owner, id);
    await wait();
    if (round === 0) await expect(resendInvitation(owner, id)).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
    await cancelInvitation(owner, id);
  }
  await wait();
  await expect(inviteMember(owner, { email, role: "viewer" })).rejects.toMatchObject({
    details: { message: "members.invitedTooOften" },
  });
});

test("one business can neither see, send nor cancel another's invitation", async () => {
  const [owner, outsider] = [await makeMember(), await makeMember()];
  await inviteMember(owner, { email: someone(), role: "viewer" });
  const [{ id = "" } = {}] = await listInvitations(owner);

  expect(await listInvitations(outsider)).toEqual([]);
  for (const tryIt of [resendInvitation, cancelInvitation]) {
    const refusals = await Promise.allSettled([tryIt(outsider, id), tryIt(outsider, newId("invitation"))]);
    expect(refusals[0]).toMatchObject({ status: "rejected", reason: { code: "NOT_FOUND" } });
    expect(refusals[1]).toEqual(refusals[0]);
  }
});

test.each(["developer", "billing", "viewer"] as const)("a %s cannot invite, resend, cancel or list", async (role) => {
  const owner = await makeMember();
  const member = await makeMember({ role, businessId: owner.businessId });
  await inviteMember(owner, { email: someone(), role: "viewer" });
  const [{ id = "" } = {}] = await listInvitations(owner);
  const forbidden = { code: "FORBIDDEN" };
  await expect(inviteMember(member, { email: someone(), role: "admin" })).rejects.toMatchObject(forbidden);
  await expect(resendInvitation(member, id)).rejects.toMatchObject(forbidden);
  await expect(cancelInvitation(member, id)).rejects.toMatchObject(forbidden);
  await expect(listInvitations(member)).rejects.toMatchObject(forbidden);
});

test("no one is invited as an owner, neither by a form nor by a row", async () => {
  const owner = await makeMember();
  expect(inviteSchema.safeParse({ email: someone(), role: "owner" }).success).toBe(false);
  const forced = inviteMember(owner, { email: someone(), role: "owner" as "admin" });
  await expect(forced).rejects.toThrow(/no_owner_by_mail/);
});
