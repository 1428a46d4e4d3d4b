import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { type BuyerConfirmation, getInvoiceDetails, requireConfirmed } from "@/lib/money/invoices/details/service";
import { encryptBuyer } from "@/lib/money/invoices/documents";
import { invoicesOrders } from "@/lib/money/invoices/policy";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { newMemoCode } from "./memo-code";
import type { NewTopUp } from "./schema";

/** How long the transfer page counts down. The code itself works forever. */
const openMs = hours(24);

/** Top-ups of one business that wait for money at the same time. */
const mostWaiting = 20;

/**
 * Returns the id, the same for a form sent twice. Throws CONFLICT if too many wait and where the invoice would have other
 * details than the `confirmed` ones, OVERLOADED without an account.
 */
export async function createTopUp(
  member: Member,
  { amountVnd, invoiceRequested, formToken }: NewTopUp,
  confirmed?: BuyerConfirmation,
): Promise<string> {
  requirePermission(member, "billing:write");
  const { businessId, userId } = member;
  const [account] = env.BANK_ACCOUNTS;
  if (!account) throw new AppError("OVERLOADED", { message: "topUps.notSetUp" });
  const hasInvoice = invoiceRequested === "on" && invoicesOrders();
  const buyer = hasInvoice ? await getInvoiceDetails(member) : null;
  if (buyer && confirmed) requireConfirmed(buyer, confirmed);
  const where = { businessId_formToken: { businessId, formToken } };
  return db.$transaction(async (tx) => {
    // One at a time for each business, so that a double click finds what the first one created.
    await tx.$queryRaw`SELECT id FROM businesses WHERE id = ${businessId} FOR NO KEY UPDATE`;
    const existing = await tx.topUp.findUnique({ where, select: { id: true } });
    if (existing) return existing.id;
    const now = clock.now();
    const waiting = { businessId, expiresAt: { gt: now }, transfers: { none: {} } };
    if ((await tx.topUp.count({ where: waiting })) >= mostWaiting) {
      throw new AppError("CONFLICT", { message: "topUps.tooMany", values: { most: mostWaiting } });
    }
    const id = newId("topUp");
    await tx.topUp.create({
      data: {
        id,
        businessId,
        method: "bank_transfer",
        amountVnd: BigInt(amountVnd),
        code: newMemoCode(),
        bankBin: account.bin,
        accountNumber: account.number,
        accountName: account.holder,
        invoiceRequested: hasInvoice,
        encryptedBuyer: buyer && encryptBuyer(id, buyer),
        createdById: userId,
        formToken,
        createdAt: now,
        expiresAt: new Date(now.getTime() + openMs),
      },
      select: { id: true },
    });
    return id;
  });
}
