import "server-only";
import { findDaysLeft } from "@/lib/money/usage/days-left";
import type { Transaction } from "@/lib/platform/db";
import { usedUpVnd } from "./schema";

/** After a payment or a gift: each warning can be sent again once the credit has risen above its level. */
export async function rearmAlert(tx: Transaction, businessId: string, availableMilli: bigint): Promise<void> {
  const alert = await tx.creditAlert.findUnique({ where: { businessId } });
  if (!alert) return;
  const { belowVnd, belowDays, amountAlertedAt, daysAlertedAt, usedUpAlertedAt } = alert;
  const isAmountWell = amountAlertedAt && (belowVnd === null || availableMilli >= belowVnd * 1000n);
  const daysLeft = daysAlertedAt && (await findDaysLeft([{ businessId, availableMilli }], tx)).get(businessId);
  const areDaysWell = daysAlertedAt && (belowDays === null || (daysLeft ?? Number.POSITIVE_INFINITY) >= belowDays);
  const isUsable = usedUpAlertedAt && availableMilli >= BigInt(usedUpVnd) * 1000n;
  if (!isAmountWell && !areDaysWell && !isUsable) return;
  await tx.creditAlert.update({
    where: { businessId },
    data: {
      ...(isAmountWell && { amountAlertedAt: null }),
      ...(areDaysWell && { daysAlertedAt: null }),
      ...(isUsable && { usedUpAlertedAt: null }),
    },
    select: { businessId: true },
  });
}
