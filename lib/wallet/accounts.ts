import "server-only";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { giveCredit } from "./grants";

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

/** Gives a business its welcome credit, `WELCOME_CREDIT_VND`, at most once in its life. */
export async function grantWelcomeCredit(tx: Transaction, businessId: string): Promise<void> {
  const amountMilli = env.WELCOME_CREDIT_VND * 1000n;
  if (amountMilli === 0n) return;
  await giveCredit(tx, { businessId, kind: "welcome", amountMilli, reference: `welcome:${businessId}` });
}
