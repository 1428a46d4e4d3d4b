import "server-only";
import type { Transaction } from "@/lib/db";
import { postTransfer } from "@/lib/wallet/post-transfer";

type Outgoing = { id: string; amountVnd: bigint };

/** Whose money left the bank: the platform's `own`, or that of customers in `suspense`. */
export type Payer = "own" | "suspense";

/** Takes an outgoing transfer from the bank. What it was for may be known only later: see `chargeTo`. */
export const takeFromBank = (tx: Transaction, { id, amountVnd }: Outgoing, payer: Payer) =>
  postTransfer(tx, {
    debit: payer,
    credit: "bank",
    amountMilli: amountVnd * 1000n,
    kind: "unmatched",
    reference: `unmatched:${id}`,
  });

/** Makes the account pay for an outgoing transfer, if it does not already. */
export async function chargeTo(tx: Transaction, { id, amountVnd }: Outgoing, payer: Payer): Promise<void> {
  const credit = await payerOf(tx, id);
  if (credit === payer) return;
  const amountMilli = amountVnd * 1000n;
  await postTransfer(tx, { debit: payer, credit, amountMilli, kind: "unmatched", reference: `closed:${id}` });
}

/** Which account paid for an outgoing transfer. Of those from before `own` existed it is `suspense`. */
export async function payerOf(tx: Transaction, id: string): Promise<Payer> {
  const [closed, recorded] = [`closed:${id}`, `unmatched:${id}`];
  const where = { reference: { in: [closed, recorded] } };
  const moves = await tx.transfer.findMany({ where, select: { reference: true, debitAccountId: true } });
  const last = moves.find(({ reference }) => reference === closed) ?? moves[0];
  return last?.debitAccountId === "acc_own" ? "own" : "suspense";
}
