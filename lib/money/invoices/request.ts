import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { InvoiceDetails } from "@/lib/money/invoices/details/schema";
import { type BuyerConfirmation, getInvoiceDetails, requireConfirmed } from "@/lib/money/invoices/details/service";
import { clock, days } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { formatMonth } from "@/lib/platform/i18n/format";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { findUninvoiced, markInvoiced, uninvoicedSum } from "./changes";
import { decryptBuyer, encryptBuyer } from "./documents";
import { invoicesOrders, splitVat, vatPercentOn } from "./policy";
import type { InvoicePolicy } from "./schema";

/**
 * Uses the invoice details as they are now, which have to be the `confirmed` ones. Returns the invoice's id: of the first
 * request when it was requested before. Throws NOT_FOUND for another business's payment, and CONFLICT without invoice
 * details, without a seller, and for what the policy does not invoice.
 */
export async function requestInvoice(member: Member, subject: string, confirmed?: BuyerConfirmation): Promise<string> {
  requirePermission(member, "billing:write");
  const { businessId, userId } = member;
  const buyer = await getInvoiceDetails(member);
  if (buyer && confirmed) requireConfirmed(buyer, confirmed);
  return db.$transaction(async (tx) => {
    const { id, isNew } = await createInvoice(tx, businessId, subject, { buyer, requestedById: userId });
    if (isNew) await recordAudit(tx, member, { action: "invoice.requested", subject: id, after: { subject } });
    return id;
  });
}

type Order = { buyer: InvoiceDetails | null; requestedById: string | null };

async function createInvoice(tx: Transaction, businessId: string, subject: string, { buyer, requestedById }: Order) {
  const { line, ...about } = await findSubject(tx, businessId, subject);
  if (!env.seller) throw new AppError("CONFLICT", { message: "eInvoices.noSeller" });
  if (!buyer) throw new AppError("CONFLICT", { message: "eInvoices.noDetails" });
  const { amountVnd, day, policy, references, changeIds = [] } = about;
  const vatPercent = vatPercentOn(day);
  const { netVnd, taxVnd } = splitVat(amountVnd, vatPercent);
  const now = clock.now();
  const id = newId("invoice");
  const row = {
    id,
    businessId,
    policy,
    subject,
    kind: "original",
    status: "requested",
    amountVnd,
    netVnd,
    taxVnd,
    vatPercent,
    currency: "VND",
    templateCode: env.INVOICE_TEMPLATE_CODE,
    references,
    requestedById,
    lines: [{ name: line, unit: "Gói", quantity: 1, netVnd: Number(netVnd) }],
    requestedAt: now,
    dueAt: now,
    encryptedBuyer: encryptBuyer(id, buyer),
  };
  // Waits for another transaction that requests the same.
  const { count } = await tx.invoice.createMany({ data: [row], skipDuplicates: true });
  if (count > 0) {
    await markInvoiced(tx, changeIds, id);
    return { id, isNew: true };
  }
  const where = { subject, businessId, kind: "original", status: { not: "cancelled" } };
  const known = await tx.invoice.findFirst({ where, select: { id: true } });
  // It was canceled since.
  if (!known) throw new AppError("CONFLICT");
  return { id: known.id, isNew: false };
}

// One that was canceled before the payment was last credited was of a payment that was taken back.
const selectOrdered = `
  SELECT b.id, b.business_id AS "businessId", o.id AS "topUpId", o.encrypted_buyer AS "encryptedBuyer"
  FROM top_ups o JOIN bank_transfers b ON b.top_up_id = o.id
  WHERE o.encrypted_buyer IS NOT NULL AND o.created_at > $1 AND b.status = 'credited' AND b.direction = 'in'
    AND b.business_id = o.business_id AND b.amount_vnd + ${uninvoicedSum("b.id", "b.business_id")} > 0 AND NOT EXISTS (SELECT FROM invoices i WHERE i.subject = b.id
      AND (i.status <> 'cancelled' OR i.corrected_at >= b.settled_at))
  LIMIT 100`;

type Ordered = { id: string; businessId: string; topUpId: string; encryptedBuyer: string };

/** Requests them for up to 100 payments whose top-ups were ordered with one in the last 90 days. Returns how many. */
export async function requestOrdered(): Promise<number> {
  if (!invoicesOrders()) return 0;
  const payments = await sql<Ordered>(undefined, selectOrdered, [new Date(clock.now().getTime() - days(90))]);
  let requested = 0;
  for (const { id, businessId, topUpId, encryptedBuyer } of payments) {
    // One that fails is tried again, and does not keep the others waiting.
    try {
      const buyer = decryptBuyer(topUpId, encryptedBuyer);
      await db.$transaction((tx) => createInvoice(tx, businessId, id, { buyer, requestedById: null }));
      requested++;
    } catch (error) {
      const reason = (error as Error).message.slice(0, 200);
      log.error({ bankTransfer: id, reason }, "an ordered invoice could not be requested");
    }
  }
  return requested;
}

/** What an invoice is for. `day`: in Vietnam, which decides its VAT. */
export type Subject = {
  policy: InvoicePolicy;
  amountVnd: bigint;
  day: string;
  line: string;
  references: Record<string, string>;
  /** What was paid back of a payment, or corrected in it, by which the amount is changed already. */
  changeIds?: string[];
};

/** A business's payment or closed month. Throws NOT_FOUND for another's, and CONFLICT for what the policy does not invoice. */
export async function findSubject(tx: Transaction, businessId: string, id: string): Promise<Subject> {
  const isMonth = id.startsWith("stm_");
  const subject = isMonth ? await findMonth(tx, businessId, id) : await findPayment(tx, businessId, id);
  if (!subject) throw new AppError("NOT_FOUND");
  if (!isMonth) {
    const changes = await findUninvoiced(tx, businessId, id);
    subject.amountVnd += changes.amountVnd;
    subject.changeIds = changes.ids;
  }
  if (subject.policy !== env.INVOICE_POLICY) throw new AppError("CONFLICT", { message: "eInvoices.otherPolicy" });
  if (subject.amountVnd <= 0n) throw new AppError("CONFLICT", { message: "eInvoices.nothing" });
  return subject;
}

async function findMonth(tx: Transaction, businessId: string, id: string): Promise<Subject | null> {
  const statement = await tx.statement.findFirst({
    where: { id, businessId },
    select: { month: true, number: true, paidUsageMilli: true },
  });
  if (!statement) return null;
  const { month, number, paidUsageMilli } = statement;
  const former = await tx.statement.findFirst({
    where: { businessId, month: { lt: month } },
    orderBy: { month: "desc" },
    select: { paidUsageMilli: true },
  });
  // Whole đồng of all usage until now less those until then: what is cut off a month is in the next one.
  const amountVnd = paidUsageMilli / 1000n - (former?.paidUsageMilli ?? 0n) / 1000n;
  const [year = 0, place = 0] = month.split("-").map(Number);
  const day = new Date(Date.UTC(year, place, 0)).toISOString().slice(0, 10);
  const line = `Dịch vụ giọng nói Vang, sử dụng trong tháng ${formatMonth(month, "vi")}`;
  return { policy: "monthly_usage", amountVnd, day, line, references: { "Số sao kê": number } };
}

async function findPayment(tx: Transaction, businessId: string, id: string): Promise<Subject | null> {
  const line = "Dịch vụ giọng nói Vang, nạp tiền trả trước";
  if (id.startsWith("top_")) {
    const where = { id, businessId, method: "operator" };
    const select = { amountVnd: true, createdAt: true, externalReference: true } as const;
    const entered = await tx.topUp.findFirst({ where, select });
    if (!entered) return null;
    const { amountVnd, createdAt, externalReference } = entered;
    const references: Record<string, string> = externalReference ? { "Số chứng từ": externalReference } : {};
    return { policy: "on_topup", amountVnd, day: vietnamDate(createdAt), line, references };
  }
  // Locked, so that it is not taken back before its invoice can be seen.
  await tx.$queryRaw`SELECT id FROM bank_transfers WHERE id = ${id} FOR SHARE`;
  const transfer = await tx.bankTransfer.findFirst({
    where: { id, businessId, direction: "in", status: "credited" },
    select: { amountVnd: true, occurredAt: true, reference: true },
  });
  if (!transfer) return null;
  const { amountVnd, occurredAt, reference } = transfer;
  return {
    policy: "on_topup",
    amountVnd,
    day: vietnamDate(occurredAt),
    line,
    references: { "Mã giao dịch": reference },
  };
}
