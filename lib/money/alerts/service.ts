import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { requireRecentProof } from "@/lib/access/principals/fresh";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { type AlertSettings, defaultAlert } from "./schema";

type Row = { monthlyCapMilli: bigint | null; belowVnd: bigint | null; belowDays: number | null };

const settingsOf = (row: Row | null): AlertSettings =>
  row
    ? {
        monthlyCapVnd: row.monthlyCapMilli === null ? null : Number(row.monthlyCapMilli / 1000n),
        belowVnd: row.belowVnd === null ? null : Number(row.belowVnd),
        belowDays: row.belowDays,
      }
    : defaultAlert;

const alertColumns = { monthlyCapMilli: true, belowVnd: true, belowDays: true } as const;

const logged = ({ monthlyCapVnd, belowVnd, belowDays }: AlertSettings) => ({
  monthlyCapMilli: monthlyCapVnd === null ? null : monthlyCapVnd * 1000,
  belowMilli: belowVnd === null ? null : belowVnd * 1000,
  belowDays,
});

export async function getAlert(member: Member): Promise<AlertSettings> {
  requirePermission(member, "billing:read");
  return settingsOf(
    await db.creditAlert.findUnique({ where: { businessId: member.businessId }, select: alertColumns }),
  );
}

/** A changed value warns again, also where the credit is below it already. */
export async function setAlert(member: Member, settings: AlertSettings): Promise<void> {
  requirePermission(member, "billing:write");
  const { businessId } = member;
  const { monthlyCapVnd, belowVnd, belowDays } = settings;
  await db.$transaction(async (tx) => {
    const before = settingsOf(await tx.creditAlert.findUnique({ where: { businessId }, select: alertColumns }));
    const isCapChanged = before.monthlyCapVnd !== monthlyCapVnd;
    const isRaised = monthlyCapVnd === null || (before.monthlyCapVnd !== null && monthlyCapVnd > before.monthlyCapVnd);
    if (isCapChanged && before.monthlyCapVnd !== null && isRaised) requireRecentProof(member);
    if (!isCapChanged && before.belowVnd === belowVnd && before.belowDays === belowDays) return;
    const data = {
      monthlyCapMilli: monthlyCapVnd === null ? null : BigInt(monthlyCapVnd) * 1000n,
      belowVnd: belowVnd === null ? null : BigInt(belowVnd),
      belowDays,
      ...(before.belowVnd !== belowVnd && { amountAlertedAt: null }),
      ...(isCapChanged && { capAlertedMonth: null, capRejectedMonth: null }),
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
      after: logged(settings),
    });
  });
}
