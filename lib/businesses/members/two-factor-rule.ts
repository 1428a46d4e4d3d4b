import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { lockAs } from "@/lib/access/businesses/lock";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { Viewer } from "@/lib/access/principals/viewer";
import { hasSecondFactor } from "@/lib/access/sessions/second-factor";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

export async function getTwoFactorRule(member: Member): Promise<boolean> {
  requirePermission(member, "business:read");
  const where = { id: member.businessId };
  return (await db.business.findUniqueOrThrow({ where, select: { requiresTwoFactor: true } })).requiresTwoFactor;
}

/** The business of this slug, for one of its members, if it requires a second factor. */
export async function findDemand(viewer: Viewer, slug: string): Promise<{ slug: string; name: string } | null> {
  if (!/^[a-z0-9-]+$/.test(slug)) return null;
  const where = { slug, requiresTwoFactor: true, archivedAt: null, memberships: { some: { userId: viewer.userId } } };
  return db.business.findFirst({ where, select: { slug: true, name: true } });
}

/** From members' next request on; API keys are not affected. Throws CONFLICT for a member without a second factor. */
export async function setTwoFactorRule(member: Member, required: boolean): Promise<void> {
  if (required && !(await hasSecondFactor(member.userId))) {
    throw new AppError("CONFLICT", { message: "members.twoFactorFirst" });
  }
  await db.$transaction(async (tx) => {
    await lockAs(tx, member, "business:write");
    const where = { id: member.businessId, requiresTwoFactor: !required };
    const { count } = await tx.business.updateMany({ where, data: { requiresTwoFactor: required } });
    if (count === 0) return;
    const change = { before: { required: !required }, after: { required } };
    await recordAudit(tx, member, { action: "business.two_factor_rule_changed", ...change });
  });
}
