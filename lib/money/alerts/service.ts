import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import { requireRight } from "@/lib/access/principals/authorize";
import type { Caller } from "@/lib/access/principals/caller";
import { requireRecentProof } from "@/lib/access/principals/fresh";
import type { Member } from "@/lib/access/principals/member";
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

export async function getAlert(by: Member | Caller): Promise<AlertSettings> {
  requireRight(by, "billing:read", "budgets:manage");
  return settingsOf(await db.creditAlert.findUnique({ where: { businessId: by.businessId }, select: alertColumns }));
}

/** A changed value warns again, also where the credit is below it already. */
export async function setAlert(by: Member | Caller, settings: AlertSettings): Promise<void> {
  requireRight(by, "billing:write", "budgets:manage");
  const { businessId } = by;
  const { monthlyCapVnd, belowVnd, belowDays } = settings;
  await db.$transaction(async (tx) => {
    const before = settingsOf(await tx.creditAlert.findUnique({ where: { businessId }, select: alertColumns }));
    const isCapChanged = before.monthlyCapVnd !== monthlyCapVnd;
    const isRaised = monthlyCapVnd === null || (before.monthlyCapVnd !== null && monthlyCapVnd > before.monthlyCapVnd);
    if ("role" in by && isCapChanged && before.monthlyCapVnd !== null && isRaised) requireRecentProof(by);
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
    await recordAudit(tx, actorOf(by), {
      action: "credit_alert.changed",
      before: logged(before),
      after: logged(settings),
    });
  });
}
