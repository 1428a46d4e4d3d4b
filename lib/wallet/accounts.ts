import "server-only";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";

/** Gives a new business its two accounts. Part of the transaction that makes the business. */
export async function openWallet(tx: Transaction, businessId: string): Promise<void> {
  // Made in this order, so that an order by id locks `available` before `held`, as every movement does.
  const [available, held] = [newId("account"), newId("account")];
  await tx.walletAccount.createMany({
    data: [
      { id: available, businessId, kind: "available" },
      { id: held, businessId, kind: "held" },
    ],
  });
}

/** What a new business may spend before its first top-up: 50,000 ₫. */
export const welcomeCreditMilli = 50_000_000n;

export type Credit = {
  businessId: string;
  amountMilli: bigint;
  /** Makes it happen once: a second credit with the same reference changes nothing. */
  reference: string;
};

/** Gives a business its welcome credit, at most once in its life. */
export async function grantWelcomeCredit(tx: Transaction, businessId: string): Promise<void> {
  await creditFromPromotion(tx, { businessId, amountMilli: welcomeCreditMilli, reference: `welcome:${businessId}` });
}

/** Credit at the house's own expense. Answers whether it moved anything: not when the reference is known. */
export async function creditFromPromotion(tx: Transaction, credit: Credit): Promise<boolean> {
  const moved = await tx.$executeRaw`
    WITH entry AS (
      INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, created_at)
      SELECT ${newId("transfer")}, 'acc_promotion', id, ${credit.amountMilli}, 'welcome', ${credit.reference},
        ${clock.now()}::timestamptz
      FROM wallet_accounts WHERE business_id = ${credit.businessId} AND kind = 'available'
      ON CONFLICT (reference) DO NOTHING
      RETURNING credit_account_id, amount_milli
    ), credited AS (
      UPDATE wallet_accounts a SET balance_milli = a.balance_milli + entry.amount_milli
      FROM entry WHERE a.id = entry.credit_account_id
      RETURNING entry.amount_milli
    )
    UPDATE wallet_accounts a SET balance_milli = a.balance_milli - credited.amount_milli
    FROM credited WHERE a.id = 'acc_promotion'`;
  return moved === 1;
}
