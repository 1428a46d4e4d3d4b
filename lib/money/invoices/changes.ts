import "server-only";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { clock } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { Invoice } from "@/prisma/generated/client";
import { type PaymentLeft, splitRefund } from "./amounts";
import { decryptBuyer, encryptBuyer } from "./documents";
import type { InvoiceLine } from "./issuer";
import { lockInvoices, splitVat } from "./policy";

/** `amountVnd`: below zero where the payment is worth less. `source`: the refund, or the ledger's reference. */
export type PaymentChange = { subject: string; source: string; amountVnd: bigint; reason: string };

/**
 * Adjusts a payment's invoice by a change of the payment: at once where it is issued, else once it is. An invoice that
 * is requested later is of what is left. The caller has locked the wallet.
 */
export async function changePayment(tx: Transaction, businessId: string, change: PaymentChange): Promise<void> {
  const row = { id: newId("paymentChange"), businessId, ...change, createdAt: clock.now() };
  await tx.paymentChange.create({ data: row, select: { id: true } });
  await applyChanges(tx, change.subject);
}

/** What is not invoiced yet of the changes of a business's payment, locked. */
export async function findUninvoiced(tx: Transaction, businessId: string, subject: string) {
  const rows = await tx.$queryRaw<{ id: string; amountVnd: bigint; reason: string }[]>`
    SELECT id, amount_vnd AS "amountVnd", reason FROM payment_changes
    WHERE subject = ${subject} AND business_id = ${businessId} AND invoice_id IS NULL ORDER BY id FOR UPDATE`;
  const amountVnd = rows.reduce((total, row) => total + row.amountVnd, 0n);
  return { ids: rows.map(({ id }) => id), amountVnd, reason: rows.at(-1)?.reason ?? "" };
}

export const uninvoicedSum = (subject: string, businessId: string) => `
  coalesce((SELECT sum(c.amount_vnd) FROM payment_changes c
    WHERE c.subject = ${subject} AND c.business_id = ${businessId} AND c.invoice_id IS NULL), 0)::bigint`;

export const markInvoiced = (tx: Transaction, ids: string[], invoiceId: string | null) =>
  tx.paymentChange.updateMany({ where: { id: { in: ids } }, data: { invoiceId } });

/** Adjusts an issued invoice by the changes of its payment, unless a correction of it is not issued yet. */
async function applyChanges(tx: Transaction, subject: string): Promise<void> {
  await lockInvoices(tx, subject);
  const live = { subject, kind: { not: "adjustment" }, status: { in: ["issued", "adjusted"] } };
  const invoice = await tx.invoice.findFirst({ where: live });
  if (!invoice || (await tx.invoice.count({ where: { originalId: invoice.id, status: "requested" } })) > 0) return;
  const { ids, amountVnd: wantedVnd, reason } = await findUninvoiced(tx, invoice.businessId, subject);
  const leftVnd = await sumInvoice(tx, invoice);
  const amountVnd = leftVnd + wantedVnd < 0n ? -leftVnd : wantedVnd;
  const correctionId = amountVnd === 0n ? null : await requestAdjustment(tx, invoice, { amountVnd, reason });
  await markInvoiced(tx, ids, correctionId ?? invoice.id);
  if (!correctionId) return;
  const after = { correctionId, amountMilli: String(amountVnd * 1000n), reason };
  const change = { action: "invoice.adjusted" as const, subject: invoice.id, after };
  await recordAudit(tx, operatorIn(invoice.businessId), change);
}

const subjectsToAdjust = `
  SELECT DISTINCT c.subject FROM payment_changes c
  JOIN invoices i ON i.subject = c.subject AND i.business_id = c.business_id AND i.kind <> 'adjustment'
    AND i.status IN ('issued', 'adjusted')
  WHERE c.invoice_id IS NULL AND NOT EXISTS (SELECT FROM invoices p WHERE p.original_id = i.id AND p.status = 'requested')
  LIMIT 100`;

/** Adjusts up to 100 invoices that were not issued yet when their payments changed. Returns how many. */
export async function adjustChanged(): Promise<number> {
  const subjects = await sql<{ subject: string }>(undefined, subjectsToAdjust, []);
  let adjusted = 0;
  for (const { subject } of subjects) {
    // One that fails is tried again, and does not keep the others waiting.
    await db
      .$transaction((tx) => applyChanges(tx, subject))
      .then(
        () => adjusted++,
        (error: Error) =>
          log.error({ subject, reason: error.message.slice(0, 200) }, "an invoice could not be adjusted"),
      );
  }
  return adjusted;
}

const paymentsOfBusiness = `
  SELECT subject, reference, at, amount_vnd + coalesce((SELECT sum(c.amount_vnd) FROM payment_changes c
    WHERE c.subject = payment.subject AND c.business_id = $1), 0)::bigint AS "leftVnd"
  FROM (
    SELECT id AS subject, reference, amount_vnd, settled_at AS at FROM bank_transfers
    WHERE business_id = $1 AND direction = 'in' AND status = 'credited'
    UNION ALL
    SELECT id, coalesce(external_reference, ''), amount_vnd, created_at FROM top_ups
    WHERE business_id = $1 AND method = 'operator'
  ) AS payment ORDER BY at DESC, subject DESC`;

/** Every payment of a business with what refunds and corrections left of it, in the order in which a refund takes them. */
export const listPaymentsLeft = (tx: Transaction, businessId: string): Promise<PaymentLeft[]> =>
  tx.$queryRawUnsafe<PaymentLeft[]>(paymentsOfBusiness, businessId);

type PaidRefund = { id: string; businessId: string; amountMilli: bigint; reason: string };

/** Takes a refund from the payments that `splitRefund` names. Their invoices are adjusted by as much. */
export async function changeByRefund(
  tx: Transaction,
  { id: source, businessId, amountMilli, reason }: PaidRefund,
): Promise<void> {
  const { parts, restVnd } = splitRefund(await listPaymentsLeft(tx, businessId), amountMilli / 1000n);
  for (const { subject, takenVnd } of parts) {
    await changePayment(tx, businessId, { subject, source, amountVnd: -takenVnd, reason });
  }
  if (restVnd > 0n) log.error({ refundId: source, restVnd: String(restVnd) }, "a refund exceeds the payments");
}

/** Undoes what a refund changed, once it is open again. */
export async function undoRefundChanges(tx: Transaction, source: string, reason: string): Promise<void> {
  const changed = await tx.paymentChange.groupBy({
    by: ["businessId", "subject"],
    where: { source },
    _sum: { amountVnd: true },
    orderBy: { subject: "asc" },
  });
  for (const { businessId, subject, _sum } of changed) {
    const amountVnd = -(_sum.amountVnd ?? 0n);
    if (amountVnd !== 0n) await changePayment(tx, businessId, { subject, source, amountVnd, reason });
  }
}

/** The invoice's amount together with its adjustments. */
export async function sumInvoice(tx: Transaction, { id, amountVnd }: Invoice): Promise<bigint> {
  const where = { originalId: id, kind: "adjustment", status: { not: "cancelled" } };
  const { _sum: sum } = await tx.invoice.aggregate({ where, _sum: { amountVnd: true } });
  return amountVnd + (sum.amountVnd ?? 0n);
}

/** Requests an adjustment of an issued invoice, at its VAT rate and with its buyer. Returns its id. */
export async function requestAdjustment(
  tx: Transaction,
  invoice: Invoice,
  { amountVnd, reason }: { amountVnd: bigint; reason: string },
): Promise<string> {
  const amounts = splitVat(amountVnd, invoice.vatPercent);
  const name = `Điều chỉnh ${amountVnd < 0n ? "giảm" : "tăng"}: ${(invoice.lines as InvoiceLine[])[0]?.name ?? ""}`;
  const lines = [{ name, unit: "Gói", quantity: 1, netVnd: Number(amounts.netVnd) }];
  const buyer = decryptBuyer(invoice.id, invoice.encryptedBuyer);
  return requestCorrection(tx, invoice, { kind: "adjustment", reason, buyer, amountVnd, ...amounts, lines });
}

export type Correction = {
  kind: "adjustment" | "replacement";
  reason: string;
  buyer: Parameters<typeof encryptBuyer>[1];
  amountVnd: bigint;
  netVnd: bigint;
  taxVnd: bigint;
  lines: InvoiceLine[];
};

export async function requestCorrection(
  tx: Transaction,
  { id: originalId, businessId, policy, subject, vatPercent, currency, templateCode, references }: Invoice,
  { buyer, ...correction }: Correction,
): Promise<string> {
  const [id, now] = [newId("invoice"), clock.now()];
  const copied = { businessId, policy, subject, vatPercent, currency, templateCode, references: references ?? {} };
  const row = { id, originalId, ...copied, ...correction, status: "requested", requestedAt: now, dueAt: now };
  await tx.invoice.create({ data: { ...row, encryptedBuyer: encryptBuyer(id, buyer) }, select: { id: true } });
  return id;
}
