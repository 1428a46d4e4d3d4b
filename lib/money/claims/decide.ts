import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { assignTransfer, lockTransfer, lockUnmatched } from "@/lib/money/bank/transfers/assign";
import { listConcerned, stateOf } from "@/lib/money/bank/transfers/lock";
import { decryptDetails } from "@/lib/money/bank/transfers/report";
import { notifyDecision } from "@/lib/money/notify";
import { findMemoCodes } from "@/lib/money/top-ups/memo-code";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";

export const approveClaimAct: MoneyAct<{ id: string; transferId: string }, string> = {
  kind: "claim.approve",
  input: z.object({ id: z.string(), transferId: z.string() }),
  async plan(tx, { id, transferId }) {
    const { businessId, amountVnd } = await lockOpenClaim(tx, id);
    const transfer = await lockTransfer(tx, transferId);
    const businessIds = [businessId, ...(await listConcerned(tx, transfer))];
    return { businessIds, amountVnd, about: { claimId: id, transferId }, state: stateOf(transfer) };
  },
  async carryOut(tx, { id, transferId }, { operator, reason }) {
    const { businessId, amountVnd } = await lockOpenClaim(tx, id);
    const transfer = await lockUnmatched(tx, transferId, businessId);
    if (transfer.amountVnd !== amountVnd) {
      throw new StaffError("operator.errors.claimOtherAmount", {
        id,
        claimed: String(amountVnd),
        transfer: transferId,
        amount: String(transfer.amountVnd),
      });
    }
    // Anyone can claim an amount, and its memo says whose payment it is: `assign` credits it to someone else all the same.
    const code = { in: findMemoCodes(decryptDetails(transferId, transfer.encryptedDetails).memo) };
    const select = { business: { select: { slug: true } } } as const;
    const named = await tx.topUp.findFirst({ where: { code, businessId: { not: businessId } }, select });
    if (named) throw new StaffError("operator.errors.namesOther", { id: transferId, business: named.business.slug });
    await assignTransfer(tx, transferId, businessId);
    await endClaim(tx, operator, { id, status: "approved", transferId, reason });
    return businessId;
  },
};

/**
 * Returns the business's id. Throws StaffError unless the claim is open, and the transfer is unmatched, of the claimed
 * amount and without the code of another business.
 */
export const approveClaim = (operator: Operator, id: string, transferId: string, reason: string, seen?: string) =>
  perform(approveClaimAct, operator, { id, transferId }, reason, seen);

/** Moves nothing: the payment stays unmatched. */
export const rejectClaimAct: MoneyAct<{ id: string }, string> = {
  kind: "claim.reject",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const { businessId } = await lockOpenClaim(tx, id);
    const state = claimState(await tx.claimMessage.count({ where: { claimId: id } }));
    return { businessIds: [businessId], amountVnd: 0n, about: { claimId: id }, state };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const { businessId } = await lockOpenClaim(tx, id);
    await endClaim(tx, operator, { id, status: "rejected", reason });
    return businessId;
  },
};

/** The business reads the reason. Returns the business's id. Throws StaffError unless the claim is open. */
export const rejectClaim = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(rejectClaimAct, operator, { id }, reason, seen);

/** An open claim by what was written about it: no one rejects it without having read that. */
export const claimState = (messages: number): string => String(messages);

/** Locks the claim, so that it is decided or withdrawn once. */
async function lockOpenClaim(tx: Transaction, id: string) {
  await tx.$queryRaw`SELECT id FROM bank_claims WHERE id = ${id} FOR UPDATE`;
  const select = { businessId: true, amountVnd: true, status: true } as const;
  const claim = await tx.bankClaim.findUnique({ where: { id }, select });
  if (!claim) throw new StaffError("operator.errors.noClaim", { id });
  if (claim.status !== "open") throw new StaffError("operator.errors.claimDecided", { id, status: claim.status });
  return claim;
}

type Decided = { id: string; status: "approved" | "rejected"; transferId?: string; reason: string };

async function endClaim(
  tx: Transaction,
  operator: Operator,
  { id, status, transferId, reason }: Decided,
): Promise<void> {
  const { businessId, amountVnd } = await tx.bankClaim.update({
    where: { id },
    data: { status, transferId, decision: reason, decidedAt: clock.now() },
    select: { businessId: true, amountVnd: true },
  });
  const amountMilli = amountVnd * 1000n;
  const action = `claim.${status}` as const;
  const about = { claimId: id, amountMilli: String(amountMilli), ...(transferId && { transferId }) };
  await recordPlatformAct(tx, operator, { action, businessId, reason, about });
  const kind = status === "approved" ? "claimApproved" : "claimRejected";
  await notifyDecision(tx, businessId, { kind, amountMilli, reason });
  await recordAudit(tx, operatorIn(businessId), {
    action,
    subject: id,
    after: { amountMilli: String(amountMilli), reason },
  });
}
