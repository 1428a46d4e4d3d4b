import "server-only";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { TransferKind } from "@/prisma/generated/enums";
import { type Account, openReceivables } from "./lock-wallet";

export type NewTransfer = {
  /** The account that the money comes from. */
  debit: Account;
  credit: Account;
  /** Above zero. */
  amountMilli: bigint;
  kind: Exclude<TransferKind, "hold" | "release" | "charge">;
  /** The idempotency key: the same transfer with the same reference moves nothing again. */
  reference: string;
  trackingId?: string;
};

/** Another transfer already has this reference with different content. */
export class TransferConflict extends Error {
  constructor(readonly reference: string) {
    super(`Transfer ${reference} already exists with other content.`);
  }
}

type Made = { debitId: string | null; creditId: string | null; isFound: boolean; isMoved: boolean };

/**
 * Returns false if the same transfer was already made. Throws, without changes, INSUFFICIENT_CREDIT and
 * TransferConflict. Locks both accounts by id (see settle.ts): a transaction with several transfers calls `lockWallet`
 * first.
 */
export async function postTransfer(tx: Transaction, transfer: NewTransfer): Promise<boolean> {
  if (transfer.amountMilli <= 0n) throw new RangeError(`Not an amount to transfer: ${transfer.amountMilli}`);
  await openReceivables(tx, [transfer.debit, transfer.credit]);
  const made = await move(tx, transfer);
  if (made.isMoved) return true;
  // A separate statement, so that it sees a transfer that was committed while this one waited for the accounts.
  const known = await tx.transfer.findUnique({ where: { reference: transfer.reference } });
  if (known) {
    const { amountMilli, kind, trackingId = null } = transfer;
    const same = { debitAccountId: made.debitId, creditAccountId: made.creditId, amountMilli, kind, trackingId };
    if (Object.entries(same).every(([field, value]) => known[field as keyof typeof same] === value)) return false;
    throw new TransferConflict(transfer.reference);
  }
  if (!made.isFound) throw new Error(`Transfer ${transfer.reference} names an account that does not exist.`);
  throw new AppError("INSUFFICIENT_CREDIT");
}

const sideOf = (account: Account) =>
  typeof account === "string"
    ? { id: `acc_${account}`, businessId: null, kind: null }
    : { id: null, businessId: account.businessId, kind: account.kind };

async function move(tx: Transaction, transfer: NewTransfer): Promise<Made> {
  const { amountMilli, kind, reference, trackingId = null } = transfer;
  const [debit, credit] = [sideOf(transfer.debit), sideOf(transfer.credit)];
  const [made] = await tx.$queryRaw<Made[]>`
    WITH sides AS (
      SELECT
        coalesce(${debit.id}::text, (SELECT id FROM wallet_accounts
          WHERE business_id = ${debit.businessId} AND kind = ${debit.kind}::"AccountKind")) AS debit_id,
        coalesce(${credit.id}::text, (SELECT id FROM wallet_accounts
          WHERE business_id = ${credit.businessId} AND kind = ${credit.kind}::"AccountKind")) AS credit_id
    ), locked AS (
      SELECT a.id, a.kind, a.balance_milli FROM wallet_accounts a, sides WHERE a.id = ANY (ARRAY[debit_id, credit_id])
      ORDER BY a.id FOR NO KEY UPDATE OF a
    ), entry AS (
      INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at)
      SELECT ${newId("transfer")}, debit.id, credit.id, ${amountMilli}::bigint, ${kind}::"TransferKind", ${reference},
        ${trackingId}, ${clock.now()}::timestamptz
      FROM sides JOIN locked debit ON debit.id = debit_id JOIN locked credit ON credit.id = credit_id
      WHERE debit.kind <> 'available' OR debit.balance_milli >= ${amountMilli}::bigint
      ON CONFLICT (reference) DO NOTHING
      RETURNING debit_account_id, credit_account_id, amount_milli
    ), moved AS (
      UPDATE wallet_accounts a SET balance_milli = a.balance_milli
        + CASE a.id WHEN entry.debit_account_id THEN -entry.amount_milli ELSE entry.amount_milli END
      FROM entry WHERE a.id = ANY (ARRAY[entry.debit_account_id, entry.credit_account_id])
      RETURNING 1
    )
    SELECT debit_id AS "debitId", credit_id AS "creditId", (SELECT count(*) FROM locked) = 2 AS "isFound",
      (SELECT count(*) FROM moved) = 2 AS "isMoved"
    FROM sides`;
  return made as Made;
}
