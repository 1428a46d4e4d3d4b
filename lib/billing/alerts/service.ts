import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { db } from "@/lib/db";
import { type Member, requirePermission } from "@/lib/principals/member";
import { type AlertSettings, defaultAlert } from "./schema";

type Row = { belowVnd: bigint | null; belowDays: number | null };

const settingsOf = (row: Row | null): AlertSettings =>
  row ? { ...row, belowVnd: row.belowVnd === null ? null : Number(row.belowVnd) } : defaultAlert;

const select = { belowVnd: true, belowDays: true } as const;

const logged = ({ belowVnd, belowDays }: AlertSettings) => ({
  belowMilli: belowVnd === null ? null : belowVnd * 1000,
  belowDays,
});

/** When a business is warned that its credit runs low. */
export async function getAlert(member: Member): Promise<AlertSettings> {
  requirePermission(member, "billing:read");
  return settingsOf(await db.creditAlert.findUnique({ where: { businessId: member.businessId }, select }));
}

/** A changed value warns again, also where the credit is below it already. */
export async function setAlert(member: Member, { belowVnd, belowDays }: AlertSettings): Promise<void> {
  requirePermission(member, "billing:write");
  const { businessId } = member;
  await db.$transaction(async (tx) => {
    const before = settingsOf(await tx.creditAlert.findUnique({ where: { businessId }, select }));
    if (before.belowVnd === belowVnd && before.belowDays === belowDays) return;
    const data = {
      belowVnd: belowVnd === null ? null : BigInt(belowVnd),
      belowDays,
      ...(before.belowVnd !== belowVnd && { amountAlertedAt: null }),
      ...(before.belowDays !== belowDays && { daysAlertedAt: null }),
    };
    await tx.creditAlert.upsert({
      where: { businessId },
      create: { businessId, ...data },
      update: data,
      select: { businessId: true },
    });
    await recordAudit(tx, member, {
      action: "credit_alert.changed",
      before: logged(before),
      after: logged({ belowVnd, belowDays }),
    });
  });
}
