import "server-only";
import { OperatorError, recordPlatformAct } from "@/lib/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/audit/record";
import { lockTransfer } from "@/lib/billing/bank-transfers/assign-unclaimed";
import { notifyDecision } from "@/lib/billing/notify";
import { payIn } from "@/lib/billing/top-ups/credit";
import { bankName } from "@/lib/billing/top-ups/payment-code";
import { lockBusiness } from "@/lib/businesses/lock";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { decrypt } from "@/lib/encryption";
import type { Operator } from "@/lib/principals/operator";
import { lockWallet } from "@/lib/wallet/lock-wallet";
import { payeeContext } from "./request";
import { payeeSchema } from "./schema";

/** What was asked for and is not decided, with the account to pay to, the oldest first. */
export async function listOpenRefunds() {
  const business = { select: { id: true, slug: true, name: true } } as const;
  const select = { id: true, amountMilli: true, encryptedPayee: true, createdAt: true, business } as const;
  const rows = await db.refundRequest.findMany({ where: { status: "open" }, orderBy: { id: "asc" }, select });
  return rows.map(({ encryptedPayee, ...row }) => {
    const { bin, accountNumber, holder } = payeeSchema.parse(JSON.parse(decrypt(encryptedPayee, payeeContext(row.id))));
    return { ...row, payee: `${bankName(bin)} ${accountNumber} ${holder}` };
  });
}

/**
 * Closes a refund that was paid. `transferId`: the bank's outgoing transfer, which is then no longer unmatched. Throws
 * OperatorError unless the refund is open, and the transfer is outgoing, unmatched and of its amount.
 */
export async function closePaidRefund(
  operator: Operator,
  id: string,
  { transferId, reason }: { transferId?: string; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { businessId, amountMilli } = await lockOpenRefund(tx, id);
    await lockBusiness(tx, businessId);
    if ((await lockWallet(tx, businessId)).receivable !== 0n) {
      throw new OperatorError(`A payment of ${businessId} was reversed. Reject the refund: it then pays what is owed.`);
    }
    if (transferId) {
      const { direction, status, amountVnd } = await lockTransfer(tx, transferId);
      if (direction !== "out" || status !== "unmatched" || amountVnd * 1000n !== amountMilli) {
        throw new OperatorError(`${transferId} is not an unmatched outgoing transfer of ${amountMilli / 1000n} VND.`);
      }
      const data = { status: "refund", businessId, settledAt: clock.now() };
      await tx.bankTransfer.update({ where: { id: transferId }, data, select: { id: true } });
    }
    await close(tx, operator, { id, status: "paid", reason, transferId });
  });
}

/** Returns the amount to what the business owes and to its credit. Throws OperatorError unless the refund is open. */
export async function rejectRefund(operator: Operator, id: string, reason: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { businessId, amountMilli } = await lockOpenRefund(tx, id);
    await lockBusiness(tx, businessId);
    const reference = `refund:${id}:rejected`;
    await payIn(tx, { debit: "suspense", kind: "refund" }, { businessId, amountMilli, reference });
    await close(tx, operator, { id, status: "rejected", reason });
  });
}

/** Locks the refund, so that it is decided once. */
async function lockOpenRefund(tx: Transaction, id: string) {
  await tx.$queryRaw`SELECT id FROM refund_requests WHERE id = ${id} FOR UPDATE`;
  const refund = await tx.refundRequest.findUnique({ where: { id } });
  if (!refund) throw new OperatorError(`There is no refund ${id}.`);
  if (refund.status !== "open") throw new OperatorError(`The refund ${id} is ${refund.status} already.`);
  return refund;
}

type Decided = { id: string; status: "paid" | "rejected"; reason: string; transferId?: string };

/** The account to pay to is erased: it is needed no more, and may be a person's. */
async function close(tx: Transaction, operator: Operator, { id, status, reason, transferId }: Decided): Promise<void> {
  const { businessId, amountMilli } = await tx.refundRequest.update({
    where: { id },
    data: { status, decision: reason, decidedAt: clock.now(), encryptedPayee: "" },
    select: { businessId: true, amountMilli: true },
  });
  const action = `refund.${status}` as const;
  const about = { refundId: id, amountMilli: String(amountMilli), ...(transferId && { transferId }) };
  await recordPlatformAct(tx, operator, { action, businessId, reason, about });
  const kind = status === "paid" ? "refundPaid" : "refundRejected";
  await notifyDecision(tx, businessId, { kind, amountMilli, reason });
  const after = { amountMilli: String(amountMilli), reason };
  await recordAudit(tx, operatorIn(businessId), { action, subject: id, after });
}
