import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { formatMonth } from "@/lib/platform/i18n/format";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { findUninvoiced } from "./changes";
import type { InvoicePolicy } from "./schema";

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
  const subject = isMonth ? await findMonth(tx, businessId, id) : await findChangedPayment(tx, businessId, id);
  if (!subject) throw new AppError("NOT_FOUND");
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

async function findChangedPayment(tx: Transaction, businessId: string, id: string): Promise<Subject | null> {
  const payment = await findPayment(tx, businessId, id);
  if (!payment) return null;
  const { ids: changeIds, amountVnd } = await findUninvoiced(tx, businessId, id);
  return { ...payment, amountVnd: payment.amountVnd + amountVnd, changeIds };
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
