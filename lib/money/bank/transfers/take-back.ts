import "server-only";
import { lockBusiness } from "@/lib/access/businesses/lock";
import { suspend } from "@/lib/access/businesses/suspension/change";
import { cancelForPayment } from "@/lib/money/invoices/cancel";
import { findFreeCredit } from "@/lib/money/wallet/grants";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import type { Transaction } from "@/lib/platform/db";

type Taken = { id: string; businessId: string; amountVnd: bigint; reference: string; reason: string };

/** Moves a payment from paid credit to `suspense`; what is missing becomes debt, which suspends the business. */
export async function takeBack(
  tx: Transaction,
  { id, businessId, amountVnd, reference, reason }: Taken,
): Promise<{ owedMilli: bigint }> {
  await lockBusiness(tx, businessId);
  const amountMilli = amountVnd * 1000n;
  const receivable = { businessId, kind: "receivable" } as const;
  const { available } = await lockWallet(tx, businessId, [receivable, "bank", "own", "suspense"]);
  // Free credit pays no debt: it is never paid out, as this would.
  const paidMilli = available - (await findFreeCredit(businessId, tx)).freeMilli;
  const takenMilli = paidMilli < amountMilli ? paidMilli : amountMilli;
  const owedMilli = amountMilli - takenMilli;
  const take = (from: "available" | "receivable", amountMilli: bigint) =>
    amountMilli > 0n &&
    postTransfer(tx, {
      debit: { businessId, kind: from },
      credit: "suspense",
      amountMilli,
      kind: "reversal",
      reference: `${reference}:${from}`,
    });
  await take("available", takenMilli);
  await take("receivable", owedMilli);
  if (owedMilli > 0n) await suspend(tx, businessId, { reason: "", for: "receivable" });
  await cancelForPayment(tx, id, reason);
  return { owedMilli };
}
