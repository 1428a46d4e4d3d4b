import "server-only";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { newId } from "@/lib/ids";

/**
 * Gives back to the house what a business was given and has not spent, and answers how much that was. Throws CONFLICT
 * while a call has credit set aside, and when any of it was paid for: that is the business's own.
 */
export async function forfeitCredit(tx: Transaction, businessId: string, reference: string): Promise<bigint> {
  // In the order every movement locks: by id.
  const accounts = await tx.$queryRaw<{ id: string; kind: string; balance: bigint }[]>`
    SELECT id, kind, balance_milli AS balance FROM wallet_accounts WHERE business_id = ${businessId}
    ORDER BY id FOR NO KEY UPDATE`;
  const of = (kind: string) => accounts.find((account) => account.kind === kind);
  if (of("held")?.balance) throw new Refusal("CONFLICT", { message: "lifecycle.callsRunning" });
  const available = of("available");
  if (!available?.balance) return 0n;

  const paid = await tx.transfer.count({
    where: { creditAccountId: available.id, kind: { notIn: ["welcome", "release"] } },
  });
  if (paid > 0) throw new Refusal("CONFLICT", { message: "lifecycle.balanceLeft" });
  await move(tx, { from: available.id, amountMilli: available.balance, reference });
  return available.balance;
}

type Forfeit = { from: string; amountMilli: bigint; reference: string };

async function move(tx: Transaction, { from, amountMilli, reference }: Forfeit): Promise<void> {
  await tx.walletAccount.update({
    where: { id: from },
    data: { balanceMilli: { decrement: amountMilli } },
    select: { id: true },
  });
  const to = "acc_promotion";
  await tx.walletAccount.update({
    where: { id: to },
    data: { balanceMilli: { increment: amountMilli } },
    select: { id: true },
  });
  await tx.transfer.create({
    data: {
      id: newId("transfer"),
      debitAccountId: from,
      creditAccountId: to,
      amountMilli,
      kind: "forfeit",
      reference,
      createdAt: clock.now(),
    },
    select: { id: true },
  });
}
