import "server-only";
import type { Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { postTransfer } from "./post-transfer";

/** Creates the two accounts of a new business, in the transaction that creates the business. */
export async function openWallet(tx: Transaction, businessId: string): Promise<void> {
  // Created in this order, so that locking by id takes `available` before `held`, as every movement does.
  const [available, held] = [newId("account"), newId("account")];
  await tx.walletAccount.createMany({
    data: [
      { id: available, businessId, kind: "available" },
      { id: held, businessId, kind: "held" },
    ],
  });
}

/** The credit of a new business before its first top-up: 50,000 ₫. */
export const welcomeCreditMilli = 50_000_000n;

/** Gives a business its welcome credit, at most once in its life. */
export async function grantWelcomeCredit(tx: Transaction, businessId: string): Promise<void> {
  await postTransfer(tx, {
    debit: "promotion",
    credit: { businessId, kind: "available" },
    amountMilli: welcomeCreditMilli,
    kind: "welcome",
    reference: `welcome:${businessId}`,
  });
}
