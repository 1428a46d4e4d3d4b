// @module-tag promise
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { verifyAudit } from "@/lib/access/audit/verify";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { acceptInvitation } from "@/lib/businesses/members/accept";
import { inviteMember } from "@/lib/businesses/members/invite";
import { createPlaygroundKey } from "@/lib/keys/playground/create";
import { createKey } from "@/lib/keys/service";
import { writeAsMember } from "@/lib/money/claims/service";
import { requestRefund } from "@/lib/money/refunds/request";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { readPicture } from "@/lib/platform/images/store";
import { makeBusiness, makeKey, makeKeySettings, makeMember, makeUser, makeViewer } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { confirmEmailChange, requestEmailChange } from "./change-email";
import { deleteAccount, listFates } from "./delete-account";
import { setOwnPicture } from "./profile";
import { signUp } from "./sign-up";
import { verifyEmail } from "./verify-email";

afterEach(clock.reset);

const ownerOf = (viewer: { userId: string }, creditMilli = 0n) =>
  makeMember({ userId: viewer.userId, creditMilli, name: "Sách Nói" });

test("each business's fate is shown first: goes on, is closed with its balance, or must be handed over", async () => {
  const viewer = await makeViewer();
  const { businessId: alone } = await ownerOf(viewer, 5_000n);
  const { businessId: shared } = await ownerOf(viewer);
  await makeMember({ businessId: shared, role: "developer" });
  const { businessId: twoOwners } = await ownerOf(viewer);
  await makeMember({ businessId: twoOwners, role: "owner" });
  const { businessId: guest } = await makeMember();
  await makeMember({ businessId: guest, userId: viewer.userId, role: "viewer" });

  const fates = await listFates(viewer);
  expect(Object.fromEntries(fates.map(({ id, fate }) => [id, fate]))).toEqual({
    [alone]: "closed",
    [shared]: "handOver",
    [twoOwners]: "left",
    [guest]: "left",
  });
  expect(fates.find(({ id }) => id === alone)?.balanceMilli).toBe(5_000n);
});

test("no one can delete their account while others would be left without an owner", async () => {
  const viewer = await makeViewer();
  const { businessId } = await ownerOf(viewer);
  await makeMember({ businessId, role: "admin" });

  await expect(deleteAccount(viewer, viewer.email)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await db.user.count({ where: { id: viewer.userId } })).toBe(1);
});

test("two owners who leave at once: one leaves, the other has to stay for the members", async () => {
  const { id: businessId } = await makeBusiness();
  const owners = [await makeViewer(), await makeViewer()];
  for (const { userId } of owners) await makeMember({ userId, businessId, role: "owner" });
  await makeMember({ businessId, role: "viewer" });

  const outcomes = await Promise.allSettled(owners.map((owner) => deleteAccount(owner, owner.email)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await db.membership.count({ where: { businessId, role: "owner" } })).toBe(1);
});

test("no personal data stays; keys of businesses without members end, and the accounting records stay", async () => {
  const viewer = await makeViewer({ name: "Trần Thị Bích Ngọc", email: `${newId("user")}@rieng.example` });
  const { userId, email, name } = viewer;
  const member = await ownerOf(viewer, 5_000n);
  const secret = await makeKey(member);
  await setOwnPicture(
    viewer,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  );
  const { pictureId } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const claim = { id: newId("bankClaim"), businessId: member.businessId, createdById: userId, amountVnd: 1n };
  const now = clock.now();
  const said = { reference: "", note: `${name}, ${email}`, status: "open", transferredAt: now, createdAt: now };
  await db.bankClaim.create({ data: { ...claim, ...said } });
  await writeAsMember(member, claim.id, `Tôi là ${name}, ${email}.`);
  const transfers = await db.transfer.count();
  await deleteAccount(viewer, email);

  expect(await everythingInTheDatabase()).not.toMatch(new RegExp(`${email}|${name}`));
  expect(await db.session.count({ where: { userId } })).toBe(0);
  expect(await readPicture(pictureId ?? "")).toBeNull();
  expect(await findLiveKey(secret).catch(({ code }) => code)).toBe("KEY_INVALID");
  expect(await db.transfer.count()).toBe(transfers + 1);
  expect(await db.auditEvent.findMany({ where: { actorId: userId } })).toMatchObject([
    { businessId: member.businessId, action: "business.archived" },
  ]);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(["Đã xóa tài khoản Vang"]);
});

test("what audit logs store about an invited and later deleted person is deleted too, and the logs stay intact", async () => {
  const owner = await makeMember();
  const first = `${newId("user")}@rieng.example`;
  await inviteMember(owner, { email: first, role: "admin" });
  const invited = await makeViewer({ email: first, name: "Lê Thị Thu Hà" });
  const device = { ip: "198.51.100.77", userAgent: "Trình duyệt của Hà" };
  const viewer = { ...invited, device };
  await acceptInvitation(viewer, await mailedToken(first, "invitation"));
  const member = await makeMember();
  await db.membership.create({ data: { userId: viewer.userId, businessId: member.businessId, role: "viewer" } });
  const asAdmin = { ...owner, userId: viewer.userId, device, role: "admin" as const };
  await inviteMember(asAdmin, { email: `${newId("user")}@example.com`, role: "viewer" });
  const second = `${newId("user")}@rieng.example`;
  await db.user.update({ where: { id: viewer.userId }, data: { email: second } });
  await inviteMember(member, { email: `${newId("user")}@example.com`, role: "viewer" });
  const others = await db.auditDetail.count({ where: { actorId: { in: [member.userId, owner.userId] } } });
  expect(await everythingInTheDatabase()).toMatch(new RegExp(first));

  await deleteAccount({ ...viewer, email: second }, second);

  const rest = await everythingInTheDatabase();
  for (const trace of [first, second, device.ip, device.userAgent]) expect(rest).not.toContain(trace);
  expect((await verifyAudit()).breaks).toEqual([]);
  // Of the others' own rows only the one that named the person is gone.
  expect(await db.auditDetail.count({ where: { actorId: { in: [member.userId, owner.userId] } } })).toBe(others - 1);
});

test("a business that was archived before does not block anyone's deletion", async () => {
  const viewer = await makeViewer();
  const { businessId } = await ownerOf(viewer);
  await db.business.update({ where: { id: businessId }, data: { archivedAt: new Date() } });
  expect(await listFates(viewer)).toEqual([]);

  await deleteAccount(viewer, viewer.email);
  expect(await db.membership.count({ where: { businessId } })).toBe(0);
});

test("an account stays while the refund of a business that would have no members is open", async () => {
  const viewer = await makeViewer();
  const member = await ownerOf(viewer);
  const business = await getBusiness(member.businessId);
  const paid = { amountVnd: 200_000n, reference: "HD 12", reason: "Hợp đồng" };
  await enterCredit(await makeStaff("finance"), business, paid);
  const payee = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI" };
  const id = await requestRefund(member, payee);
  const rejection = { code: "CONFLICT", details: { message: "account.delete.refundOpen" } };
  await expect(deleteAccount(viewer, viewer.email)).rejects.toMatchObject(rejection);
  await db.refundRequest.update({ where: { id }, data: { status: "paid" } });
  await deleteAccount(viewer, viewer.email);
});

test("another person's email as the confirmation deletes nothing", async () => {
  const [viewer, other] = [await makeViewer(), await makeUser()];
  await expect(deleteAccount(viewer, other.email)).rejects.toMatchObject({ details: { param: "email" } });
  expect(await db.user.count({ where: { id: { in: [viewer.userId, other.id] } } })).toBe(2);
});

/** Every row of every table, as text. */
async function everythingInTheDatabase(): Promise<string> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  const texts = await Promise.all(
    tables.map(({ name }) => db.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${name} t`)),
  );
  return texts
    .flat()
    .map(({ row }) => row)
    .join("\n");
}

test("deleting an account offers what they made in businesses that go on, and the log names what ended and stayed", async () => {
  const owner = await makeMember();
  const viewer = await makeViewer();
  const developer = await makeMember({ businessId: owner.businessId, userId: viewer.userId, role: "developer" });
  const { id: ended } = await createKey(developer, makeKeySettings({ name: "Tổng đài" }));
  const { id: kept } = await createKey(developer, makeKeySettings({ name: "Ứng dụng" }));
  const { id: others } = await createKey(owner, makeKeySettings());
  const endpoint = await makeEndpoint(owner, { createdById: viewer.userId });
  expect(await listFates(viewer)).toMatchObject([
    { role: "developer", made: { keys: [{ id: ended }, { id: kept }], endpoints: [{ id: endpoint.id }] } },
  ]);

  await deleteAccount(viewer, viewer.email, [ended, others]);
  const live = await db.apiKey.findMany({ where: { businessId: owner.businessId, revokedAt: null } });
  expect(live.map(({ id }) => id).sort()).toEqual([kept, others].sort());
  const entry = await db.auditEvent.findFirstOrThrow({ where: { action: "member.left", subject: viewer.userId } });
  expect(entry.after).toEqual({
    endedKeys: [expect.stringMatching(/^Tổng đài …/)],
    keptKeys: [expect.stringMatching(/^Ứng dụng …/)],
    keptEndpoints: ["127.0.0.1:9"],
  });
});

test("while a change of the email can be undone, the account cannot be deleted, so its owner gets it back", async () => {
  const viewer = await makeViewer();
  const moved = `${newId("user")}@example.com`;
  await requestEmailChange(viewer, moved);
  await confirmEmailChange(await mailedToken(moved, "confirm-email"));
  const attempt = () => deleteAccount({ ...viewer, email: moved }, moved);
  const rejected = { code: "CONFLICT", details: { message: "account.delete.emailChanged" } };
  await expect(attempt()).rejects.toMatchObject(rejected);
  clock.advance(hours(73));
  await attempt();
  expect(await db.user.count({ where: { id: viewer.userId } })).toBe(0);
});

test("their playground key ends with the account", async () => {
  const owner = await makeMember();
  const viewer = await makeViewer();
  const admin = await makeMember({ businessId: owner.businessId, userId: viewer.userId, role: "admin" });
  const { secret } = await createPlaygroundKey(admin);
  await deleteAccount(viewer, viewer.email);
  await expect(findLiveKey(secret)).rejects.toMatchObject({ code: "KEY_INVALID" });
});

test("an account that is created again for a deleted one's mailbox gets no second welcome credit, and keeps what was counted", async () => {
  const name = newId("user");
  const signUpAs = async (email: string) => {
    const person = { email, name: "Lan", businessName: "Sách", password: "con mèo trèo cây cau" };
    await signUp(person, "vi");
    const { userId } = await verifyEmail(await mailedToken(email, "verify"));
    const [account] = await db.walletAccount.findMany({
      where: { kind: "available", business: { memberships: { some: { userId } } } },
      include: { business: true },
    });
    return { userId, balanceMilli: account?.balanceMilli, openedBy: account?.business?.openedBy };
  };
  const first = await signUpAs(`${name}@example.com`);
  expect(first.balanceMilli).toBe(50_000_000n);
  await deleteAccount(await makeViewer({ userId: first.userId }), `${name}@example.com`);
  const again = await signUpAs(`${name}+1@example.com`);
  expect(again).toEqual({ userId: again.userId, balanceMilli: 0n, openedBy: first.openedBy });

  const earlier = await signUpAs(`${name}-2@example.com`);
  await db.welcomeGrant.deleteMany();
  await db.user.update({ where: { id: earlier.userId }, data: { mailbox: null } });
  await deleteAccount(await makeViewer({ userId: earlier.userId }), `${name}-2@example.com`);
  expect((await signUpAs(`${name}-2@example.com`)).balanceMilli).toBe(0n);
});
