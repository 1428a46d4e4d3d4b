import { afterEach, expect, test, vi } from "vitest";
import { listChain } from "@/lib/access/audit/list";
import { staffChain } from "@/lib/access/audit/platform-acts";
import { verifyAudit } from "@/lib/access/audit/verify";
import { suspendBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import type { StaffRole } from "@/lib/access/principals/roles";
import type { StaffMember } from "@/lib/access/principals/staff";
import { findLiveSession } from "@/lib/access/sessions/service";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { decidedAt } from "@/lib/operator/waiting/schema";
import { listWaiting } from "@/lib/operator/waiting/waiting";
import { deleteAccount } from "@/lib/people/account/delete-account";
import { turnOffTotp } from "@/lib/people/two-factor/totp";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeBusiness, makeSession, makeUser, makeViewer } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports } from "@/testing/harness/bank-books";
import { makeWaiting, pass, passUntil } from "@/testing/harness/lost-factors";
import { exportStaffAudit, findStaffRole, grantStaff, revokeStaff } from "./staff";

afterEach(() => {
  vi.restoreAllMocks();
  clock.reset();
});

const terminal = { email: "root", via: "terminal" } as Operator;

test("a role is granted and revoked in the terminal without further questions", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const { id, email } = await makeUser();
  expect(await operateFromTerminal(["staff", "grant", email.toUpperCase(), "--role", "finance"])).toBe(0);
  expect(await findStaffRole(id)).toBe("finance");
  expect(await operateFromTerminal(["staff", "revoke", email])).toBe(0);
  expect(await findStaffRole(id)).toBeNull();
});

test.each([
  ["an account that does not exist", async () => "unknown@example.com"],
  ["an unverified address", async () => (await makeUser({ emailVerifiedAt: null })).email],
])("no role is granted to %s", async (_, makeEmail) => {
  const email = await makeEmail();
  await expect(grantStaff(terminal, email, "admin", "")).rejects.toThrow(email);
});

test("only an admin grants roles, and only to others", async () => {
  const admin = await makeStaff("admin");
  const { email } = await makeUser();
  for (const role of ["support", "finance", "engineer"] as const)
    await expect(grantStaff(await makeStaff(role), email, "admin", "x")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(grantStaff(admin, admin.email, "finance", "x")).rejects.toThrow("Another admin");
  await expect(revokeStaff(admin, admin.email, "x")).rejects.toThrow("Another admin");
  await grantStaff(admin, email, "support", "New colleague");
  await expect(grantStaff(admin, email, "support", "again")).rejects.toThrow("already");
});

test("sessions of the staff end after eight hours, and a demotion does not bring one back", async () => {
  const { email, id } = await makeUser();
  await grantStaff(terminal, email, "finance", "");
  const old = await makeSession(id);
  const young = await makeSession(id);
  await db.session.update({ where: { id: old.id }, data: { createdAt: new Date(+clock.now() - hours(8)) } });
  expect(await findLiveSession(old.id)).toBeNull();
  expect(await findLiveSession(young.id)).not.toBeNull();
  await revokeStaff(terminal, email, "");
  expect(await findLiveSession(old.id)).toBeNull();
  expect(await findLiveSession(young.id)).not.toBeNull();
});

test("someone whose second factors are all removed by email is no longer on the staff, and the chain says so", async () => {
  const { userId, email, dueAt } = await makeWaiting();
  await grantStaff(terminal, email, "admin", "");
  await pass(hours(12));
  await passUntil(dueAt);
  expect(await db.totpFactor.count({ where: { userId } })).toBe(0);
  expect(await findStaffRole(userId)).toBeNull();
  const { entries } = await listChain(staffChain);
  const ended = { actorId: "system", action: "staff.revoked", subject: userId };
  expect(entries[0]).toMatchObject({ ...ended, after: { roleBefore: "admin" } });
});

test("someone on the staff can neither turn off their last second factor nor delete their account", async () => {
  const staff = await makeStaff("finance");
  const viewer = await makeViewer({ userId: staff.userId });
  const conflict = (message: string) => ({ code: "CONFLICT", details: { message } });
  await expect(turnOffTotp(viewer)).rejects.toMatchObject(conflict("twoFactor.staffRequired"));
  await expect(deleteAccount(viewer, viewer.email)).rejects.toMatchObject(conflict("account.delete.staffFirst"));
  await revokeStaff(terminal, viewer.email, "");
  await turnOffTotp(viewer);
  await deleteAccount(viewer, viewer.email);
  expect(await db.user.count({ where: { id: viewer.userId } })).toBe(0);
});

test("each act is an entry of the staff's own chain, which names the person and not an address from the terminal", async () => {
  const engineer = await makeStaff("engineer");
  const business = await makeBusiness();
  await suspendBusiness(engineer, business, "Unpaid");
  const { email } = await makeUser();
  await grantStaff({ ...terminal, email: "secret@example.com" } as Operator, email, "support", "Helps out");
  const { entries } = await listChain(staffChain);
  const fromTerminal = { actorId: "operator", action: "staff.granted", after: { role: "support" } };
  const fromDesk = { actorId: engineer.userId, action: "business.suspended", subject: business.id };
  expect(entries.slice(0, 2)).toMatchObject([fromTerminal, { ...fromDesk, after: { reason: "Unpaid" } }]);
  const stored = await db.auditEvent.findMany({ where: { businessId: staffChain } });
  expect(JSON.stringify(stored.map(({ after }) => after))).not.toContain("@example.com");
  const { breaks } = await verifyAudit();
  expect(breaks.filter(({ where }) => where === staffChain)).toEqual([]);
  let file = "";
  for await (const piece of exportStaffAudit(engineer as StaffMember, {}, "en")) file += piece;
  expect(file).toContain(engineer.name);
  expect(file).toContain("Business suspended");
});

test("twenty roles granted at once are twenty entries in one whole chain", async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => makeUser()));
  const before = await db.auditEvent.count({ where: { businessId: staffChain } });
  const roles: StaffRole[] = ["support", "finance"];
  await Promise.all(users.map(({ email }, index) => grantStaff(terminal, email, roles[index % 2] ?? "support", "")));
  expect(await db.auditEvent.count({ where: { businessId: staffChain } })).toBe(before + 20);
  const { breaks } = await verifyAudit();
  expect(breaks.filter(({ where }) => where === staffChain)).toEqual([]);
});

test("what waits for the staff is listed the oldest first, with the page that decides it, for staff alone", async () => {
  const later = await bankReports({ occurredAt: new Date(+clock.now() - hours(1)), memo: "later" });
  const earlier = await bankReports({ occurredAt: new Date(+clock.now() - hours(2)), memo: "earlier" });
  const { rows } = await listWaiting(await makeStaff("support"));
  const found = rows.filter(({ id }) => id === later || id === earlier);
  expect(found.map((row) => [row.id, row.kind, decidedAt(row)])).toEqual([
    [earlier, "transferIn", `/operator/transfers/${earlier}`],
    [later, "transferIn", `/operator/transfers/${later}`],
  ]);
});
