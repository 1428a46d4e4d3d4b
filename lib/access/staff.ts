import "server-only";
import { exportEntries } from "@/lib/access/audit/export";
import { type AuditEntry, type AuditPage, listChain } from "@/lib/access/audit/list";
import type { Names } from "@/lib/access/audit/names";
import { recordPlatformAct, StaffError, staffChain, system } from "@/lib/access/audit/platform-acts";
import type { StaffAuditFilter } from "@/lib/access/audit/schema";
import { trustedAfterMs } from "@/lib/access/movers";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import type { StaffRole } from "@/lib/access/principals/roles";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { secondFactorOf } from "@/lib/access/sessions/second-factor";
import { endStaffSessions } from "@/lib/access/sessions/service";
import { clock } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import type { Locale } from "@/lib/platform/i18n/locale";
import { isId } from "@/lib/platform/ids";

/** Null for someone who is not on the staff. Read at each request, so that a change takes effect at once. */
export async function findStaffRole(userId: string): Promise<StaffRole | null> {
  const text = `SELECT role FROM staff_members WHERE user_id = $1`;
  const [row] = await sql<{ role: StaffRole }>("staff-role", text, [userId]);
  return row?.role ?? null;
}

export type StaffRow = {
  userId: string;
  email: string;
  name: string;
  role: StaffRole;
  grantedAt: Date;
  hasFactor: boolean;
};

/** Everyone on the staff, with whether they have the second factor that the desk requires. */
export const listStaff = () =>
  sql<StaffRow>(
    "list-staff",
    `SELECT u.id AS "userId", u.email, u.name, s.role, s.granted_at AS "grantedAt", ${secondFactorOf("u.id")} AS "hasFactor"
     FROM staff_members s JOIN users u ON u.id = s.user_id ORDER BY s.granted_at, u.id LIMIT 500`,
    [],
  );

/** Throws StaffError for an unknown or unverified account, for a role that it has, and for one's own account. */
export async function grantStaff(operator: Operator, email: string, role: StaffRole, reason: string): Promise<void> {
  requireOperatorRight(operator, "grant");
  await db.$transaction(async (tx) => {
    const userId = await lockAccount(tx, operator, email);
    const before = await tx.staffMember.findUnique({ where: { userId }, select: { role: true } });
    if (before?.role === role) throw new StaffError("operator.errors.hasRole", { email, role });
    const row = { role, grantedAt: clock.now(), grantedById: await findGranter(tx, operator) };
    await tx.staffMember.upsert({ where: { userId }, create: { userId, ...row }, update: row, select: { role: true } });
    const about = { role, ...(before && { roleBefore: before.role }) };
    await recordPlatformAct(tx, operator, {
      action: "staff.granted",
      businessId: null,
      subject: userId,
      reason,
      about,
    });
  });
}

/**
 * Who answers for what is granted now: for seven days no one counts as two people by granting a role to an account that
 * grants another. An email address in the terminal proves nothing.
 */
async function findGranter(tx: Transaction, operator: Operator): Promise<string> {
  if (operator.via === "terminal") return "terminal";
  const own = await tx.staffMember.findUnique({ where: { userId: operator.userId } });
  const isFresh = own !== null && +own.grantedAt > +clock.now() - trustedAfterMs;
  return isFresh && own.grantedById && isId("user", own.grantedById) ? own.grantedById : operator.userId;
}

/** From their next request on they cannot open the desk. Throws StaffError for someone who is not on the staff. */
export async function revokeStaff(operator: Operator, email: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "grant");
  await db.$transaction(async (tx) => {
    const userId = await lockAccount(tx, operator, email);
    const before = await tx.staffMember.findUnique({ where: { userId }, select: { role: true } });
    if (!before) throw new StaffError("operator.errors.notStaff", { email });
    await end(tx, operator, { userId, role: before.role, reason });
  });
}

/** A password and mailbox can remove all second factors, but are not enough for the desk. Under `lockFactors`. */
export async function endRoleWithoutFactor(tx: Transaction, userId: string): Promise<void> {
  const staff = await tx.staffMember.findUnique({ where: { userId }, select: { role: true } });
  if (staff) await end(tx, system, { userId, role: staff.role, reason: "All second factors were removed by email." });
}

type Ending = { userId: string; role: string; reason: string };

async function end(tx: Transaction, by: Parameters<typeof recordPlatformAct>[1], { userId, role, reason }: Ending) {
  await endStaffSessions(tx, userId);
  await tx.staffMember.delete({ where: { userId }, select: { role: true } });
  const about = { roleBefore: role };
  await recordPlatformAct(tx, by, { action: "staff.revoked", businessId: null, subject: userId, reason, about });
}

async function lockAccount(tx: Transaction, operator: Operator, email: string): Promise<string> {
  const [user] = await tx.$queryRaw<{ id: string; isVerified: boolean }[]>`
    SELECT id, email_verified_at IS NOT NULL AS "isVerified" FROM users WHERE email = ${email} FOR NO KEY UPDATE`;
  if (!user) throw new StaffError("operator.errors.noAccount", { email });
  if (!user.isVerified) throw new StaffError("operator.errors.notVerified", { email });
  if (operator.via === "desk" && operator.userId === user.id) throw new StaffError("operator.errors.ownRole");
  return user.id;
}

/** The staff's log, newest first. Throws INVALID_REQUEST for an invalid cursor. */
export function listStaffAudit(
  staff: StaffMember,
  cursor: string | undefined,
  filter: StaffAuditFilter,
): Promise<AuditPage> {
  requireRight(staff, "read");
  return listChain(staffChain, { cursor, filter });
}

export function exportStaffAudit(staff: StaffMember, filter: StaffAuditFilter, locale: Locale): AsyncGenerator<string> {
  requireRight(staff, "read");
  return exportEntries((query) => listChain(staffChain, { ...query, filter }), loadStaffNames, locale);
}

export async function loadStaffNames(entries: readonly AuditEntry[]): Promise<Names> {
  const ids = [...new Set(entries.flatMap(({ actorId, subject }) => [actorId, subject ?? ""]))];
  const where = { id: { in: ids } };
  const select = { id: true, name: true } as const;
  const named = await Promise.all([db.user.findMany({ where, select }), db.business.findMany({ where, select })]);
  return new Map(named.flat().map(({ id, name }) => [id, name] as const));
}

/** Everyone who did something at the desk, for the filter. */
export const listStaffActors = () =>
  sql<{ value: string; label: string }>(
    "list-staff-actors",
    `SELECT u.id AS value, u.name AS label FROM users u
     WHERE EXISTS (SELECT FROM audit_events WHERE business_id = '${staffChain}' AND actor_id = u.id)
     ORDER BY u.name, u.id LIMIT 200`,
    [],
  );
