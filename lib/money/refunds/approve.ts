import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError, staffChain } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { lockBusiness } from "@/lib/access/businesses/lock";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { changeByRefund } from "@/lib/money/invoices/changes";
import { notifyDecision } from "@/lib/money/notify";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { checkNothingOwed, lockOpenRefund, refundState } from "./decide";
import { payeeContext } from "./request";
import { payeeSchema } from "./schema";

export const approveRefundAct: MoneyAct<{ id: string }, void> = {
  kind: "refund.approve",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const refund = await lockOpenRefund(tx, id);
    const { businessId, amountMilli } = refund;
    const amountVnd = amountMilli / 1000n;
    return { businessIds: [businessId], amountVnd, about: { refundId: id }, state: refundState(refund) };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const { businessId, amountMilli, approvedAt } = await lockOpenRefund(tx, id);
    await checkNothingOwed(tx, businessId);
    if (approvedAt) throw new StaffError("operator.errors.refundApproved", { id });
    await tx.refundRequest.update({ where: { id }, data: { approvedAt: clock.now() }, select: { id: true } });
    const about = { refundId: id, amountMilli: String(amountMilli) };
    await recordPlatformAct(tx, operator, { action: "refund.approved", businessId, reason, about });
  },
};

/** Throws StaffError unless the refund is open and not approved yet, and while its business owes something. */
export const approveRefund = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(approveRefundAct, operator, { id }, reason, seen);

/** What the payer writes, so that the bank's outgoing transfer closes the refund. */
export const refundMemo = (id: string): string => `HOANTIEN ${id.slice(-10).toUpperCase()}`;

type Outgoing = { id: string; amountVnd: bigint; memo: string; payer: { account: string } | null };

const squeeze = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, "");

/** On the refund and in its business's audit log, in the language of notices to businesses. */
const decision = "Ngân hàng báo giao dịch chuyển đi";

/**
 * Closes the approved refund that an outgoing transfer pays: of its amount, and with its memo or to its account.
 * Returns its business; null where there is none, or more than one.
 */
export async function closeByTransfer(tx: Transaction, transfer: Outgoing): Promise<{ businessId: string } | null> {
  const where = { status: "open", approvedAt: { not: null }, amountMilli: transfer.amountVnd * 1000n } as const;
  const select = { id: true, encryptedPayee: true } as const;
  const approved = await tx.refundRequest.findMany({ where, select, orderBy: { id: "asc" } });
  const { memo, payer } = transfer;
  const paid = approved.filter(({ id, encryptedPayee }) => {
    if (squeeze(memo).includes(squeeze(refundMemo(id)))) return true;
    const { accountNumber } = payeeSchema.parse(JSON.parse(decrypt(encryptedPayee, payeeContext(id))));
    return payer !== null && squeeze(payer.account) === accountNumber;
  });
  const [found] = paid;
  if (!found || paid.length > 1) return null;
  const { id } = found;
  const { businessId, amountMilli, approvedAt } = await lockOpenRefund(tx, id);
  await lockBusiness(tx, businessId);
  if (!approvedAt || (await lockWallet(tx, businessId, ["own", "suspense"])).receivable !== 0n) return null;
  const data = { status: "paid", decision, decidedAt: clock.now(), transferId: transfer.id };
  await tx.refundRequest.update({ where: { id }, data, select: { id: true } });
  await notifyDecision(tx, businessId, { kind: "refundPaid", amountMilli, reason: decision });
  const after = { amountMilli: String(amountMilli), reason: decision };
  await recordAudit(tx, operatorIn(businessId), { action: "refund.paid", subject: id, after });
  const system = { businessId: staffChain, userId: "system", device: { ip: null, userAgent: null } };
  const about = { ...after, refundId: id, transferId: transfer.id };
  await recordAudit(tx, system, { action: "refund.paid", subject: businessId, after: about });
  await changeByRefund(tx, { id, businessId, amountMilli, reason: decision });
  return { businessId };
}
