import "server-only";
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
