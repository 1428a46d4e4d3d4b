import "server-only";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import type { Transaction } from "@/lib/platform/db";
import { referenceOf } from "./lock";

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
  await moveTo(tx, { id, amountVnd }, payer, "closed");
}

/** The same for one that is unmatched again: its `unassignments` are counted already. */
export const chargeAgainTo = (tx: Transaction, transfer: Outgoing, payer: Payer): Promise<void> =>
  moveTo(tx, transfer, payer, "reopened");

async function moveTo(tx: Transaction, { id, amountVnd }: Outgoing, payer: Payer, name: string): Promise<void> {
  const credit = await payerOf(tx, id);
  if (credit === payer) return;
  const { unassignments } = await tx.bankTransfer.findUniqueOrThrow({ where: { id }, select: { unassignments: true } });
  const amountMilli = amountVnd * 1000n;
  const reference = referenceOf(name, { id, unassignments });
  await postTransfer(tx, { debit: payer, credit, amountMilli, kind: "unmatched", reference });
}

/** Which account paid for an outgoing transfer. Of those from before `own` existed it is `suspense`. */
export async function payerOf(tx: Transaction, id: string): Promise<Payer> {
  const { unassignments } = await tx.bankTransfer.findUniqueOrThrow({ where: { id }, select: { unassignments: true } });
  const rounds = Array.from({ length: unassignments + 1 }, (_, round) => ({ id, unassignments: round }));
  const names = rounds.flatMap((round) => [
    round.unassignments > 0 ? referenceOf("reopened", round) : `unmatched:${id}`,
    referenceOf("closed", round),
  ]);
  const where = { reference: { in: names } };
  const moves = await tx.transfer.findMany({ where, select: { reference: true, debitAccountId: true } });
  const last = names.findLast((name) => moves.some(({ reference }) => reference === name));
  const move = moves.find(({ reference }) => reference === last);
  return move?.debitAccountId === "acc_own" ? "own" : "suspense";
}
