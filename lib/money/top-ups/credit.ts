import "server-only";
import { resume } from "@/lib/access/businesses/suspension/change";
import { rearmAlert } from "@/lib/money/alerts/rearm";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import type { Transaction } from "@/lib/platform/db";
import { announceCredit, type CreditedPayment } from "./announce";
import type { PaymentMethod } from "./payment-method";

/** `id`: no payment is credited twice. */
export type Payment = Omit<CreditedPayment, "settledMilli"> & {
  /** How often it was taken back from a business that it was wrongly credited to. */
  round?: number;
};

/** Pays first what the business owes, which ends its suspension. The caller has called `lockBusiness`. */
export async function creditPayment(tx: Transaction, method: PaymentMethod, payment: Payment): Promise<void> {
  const { id, businessId, amountVnd, round } = payment;
  const reference = round ? `${method.kind}:${id}:${round}` : `${method.kind}:${id}`;
  const { settledMilli } = await payIn(tx, method, { businessId, amountMilli: amountVnd * 1000n, reference });
  await announceCredit(tx, { ...payment, settledMilli });
}

/** What paid the business's debt, and what it can spend. In thousandths of a đồng. */
export type Credited = { settledMilli: bigint; availableMilli: bigint };

type PayIn = { businessId: string; amountMilli: bigint; reference: string };

export async function payIn(
  tx: Transaction,
  { debit, kind }: Pick<PaymentMethod, "debit" | "kind">,
  { businessId, amountMilli, reference }: PayIn,
): Promise<Credited> {
  const { available, receivable } = await lockWallet(tx, businessId, [debit]);
  const owedMilli = -receivable;
  const settledMilli = owedMilli < amountMilli ? owedMilli : amountMilli;
  const availableMilli = amountMilli - settledMilli;
  const add = (to: "receivable" | "available", amountMilli: bigint) =>
    amountMilli > 0n &&
    postTransfer(tx, { debit, credit: { businessId, kind: to }, amountMilli, kind, reference: `${reference}:${to}` });
  await add("receivable", settledMilli);
  await add("available", availableMilli);
  await rearmAlert(tx, businessId, available + availableMilli);
  if (settledMilli > 0n && settledMilli === owedMilli) await resume(tx, businessId, "receivable");
  return { settledMilli, availableMilli };
}
