import "server-only";
import type { Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";

/** Locks a bank transfer, so that only one decision about it is made. Throws NOT_FOUND. */
export async function lockBankTransfer(tx: Transaction, id: string) {
  await tx.$queryRaw`SELECT id FROM bank_transfers WHERE id = ${id} FOR UPDATE`;
  const transfer = await tx.bankTransfer.findUnique({ where: { id } });
  if (!transfer) throw new AppError("NOT_FOUND");
  return transfer;
}
