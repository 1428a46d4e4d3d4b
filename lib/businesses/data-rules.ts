import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import type { DataRules } from "./schema";

/** How long the business keeps results, and in which region they may be processed. */
export async function getDataRules(member: Member): Promise<DataRules> {
  requirePermission(member, "business:read");
  const where = { id: member.businessId };
  const rules = await db.business.findUniqueOrThrow({ where, select: { retentionDays: true, pinnedRegion: true } });
  return rules as DataRules;
}

/** Applies from the next request on: earlier results keep their retention. */
export async function setDataRules(member: Member, rules: DataRules): Promise<void> {
  requirePermission(member, "business:write");
  await db.$transaction(async (tx) => {
    const where = { id: member.businessId };
    const select = { retentionDays: true, pinnedRegion: true } as const;
    const before = await tx.business.findUniqueOrThrow({ where, select });
    if (before.retentionDays === rules.retentionDays && before.pinnedRegion === rules.pinnedRegion) return;
    await tx.business.update({ where, data: rules, select: { id: true } });
    await recordAudit(tx, member, { action: "business.data_rules_changed", before, after: rules });
  });
}
