import "server-only";
import { recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import type { Operator } from "@/lib/access/principals/operator";
import { readInvoiceDetails } from "@/lib/money/invoices/details/service";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { OperatorError } from "@/lib/platform/errors";
import type { Invoice } from "@/prisma/generated/client";
import { type Correction, requestAdjustment, requestCorrection, sumInvoice } from "./changes";
import type { InvoiceLine } from "./issuer";
import { lockInvoices } from "./policy";

/**
 * Cancels an invoice with its corrections, or one adjustment alone, at the issuer too. Another invoice can then be
 * requested. Returns the canceled ids. Throws OperatorError for one that is canceled or replaced.
 */
export async function cancelInvoice(operator: Operator, id: string, reason: string): Promise<string[]> {
  return db.$transaction(async (tx) => {
    const invoice = await lockInvoice(tx, id);
    const { businessId, subject, kind, originalId, status, number, attempts } = invoice;
    if (status === "cancelled" || status === "replaced") throw new OperatorError(`The invoice ${id} is ${status}.`);
    if (status === "requested" && kind === "replacement")
      throw new OperatorError(`${id} is not issued yet: cancel ${originalId}, which cancels both.`);
    const action = "invoice.cancelled";
    await recordPlatformAct(tx, operator, { action, businessId, reason, about: { invoiceId: id } });
    if (kind !== "adjustment" || !originalId) return cancelAll(tx, subject, reason);

    const dueAt = number || attempts > 0 ? clock.now() : null;
    await tx.invoice.update({ where: { id }, data: { ...cancelled(reason), dueAt }, select: { id: true } });
    // What it adjusted is as issued again unless another adjustment of it remains.
    const others = await tx.invoice.count({ where: { originalId, status: "issued" } });
    const restored = { status: "issued", correctedAt: null };
    if (others === 0) await tx.invoice.updateMany({ where: { id: originalId, status: "adjusted" }, data: restored });
    const after = { ...(number && { number }), reason };
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after });
    return [id];
  });
}

const cancelled = (reason: string) => ({ status: "cancelled", reason, correctedAt: clock.now() });

/**
 * Cancels every invoice of a payment or month, corrections too, so that another one can be requested. The issuer later
 * cancels those it may have issued. Returns the canceled ids. The caller has locked them.
 */
export async function cancelAll(tx: Transaction, subject: string, reason: string): Promise<string[]> {
  const live = await tx.invoice.findMany({
    where: { subject, status: { not: "cancelled" } },
    orderBy: { id: "asc" },
    select: { id: true, businessId: true, number: true, attempts: true, status: true },
  });
  for (const { id, businessId, number, attempts, status } of live) {
    // A replaced one ended at the issuer already; one that was never sent there is unknown to it.
    const dueAt = (number || attempts > 0) && status !== "replaced" ? clock.now() : null;
    await tx.invoice.update({ where: { id }, data: { ...cancelled(reason), dueAt }, select: { id: true } });
    const change = { action: "invoice.cancelled", subject: id, after: { ...(number && { number }), reason } };
    await recordAudit(tx, operatorIn(businessId), change);
  }
  // Another invoice of it is of what is left.
  await tx.paymentChange.updateMany({ where: { subject }, data: { invoiceId: null } });
  return live.map(({ id }) => id);
}

/** Cancels the invoices of a payment that is taken back. The caller has locked the payment and the wallet. */
export async function cancelForPayment(tx: Transaction, paymentId: string, reason: string): Promise<void> {
  await lockInvoices(tx, paymentId);
  await cancelAll(tx, paymentId, reason);
}

/**
 * The replacement has the same amount, and the invoice details as they are now. Returns its id. Throws OperatorError
 * unless the other one is issued, was never adjusted and is not being corrected.
 */
export async function replaceInvoice(operator: Operator, id: string, reason: string): Promise<string> {
  return db.$transaction(async (tx) => {
    const invoice = await lockCorrectable(tx, id, ["issued"]);
    const { businessId, amountVnd, netVnd, taxVnd } = invoice;
    const buyer = await readInvoiceDetails(tx, businessId);
    if (!buyer) throw new OperatorError(`${businessId} has no invoice details.`);
    const amounts = { amountVnd, netVnd, taxVnd, lines: invoice.lines as InvoiceLine[] };
    const kind = "replacement";
    const correctionId = await requestCorrection(tx, invoice, { kind, reason, buyer, ...amounts });
    await recordCorrection(tx, operator, invoice, { kind, correctionId, amountVnd, reason });
    return correctionId;
  });
}

/**
 * The adjustment has the VAT rate and buyer of the issued invoice; below zero takes from its amount. Returns its id.
 * Throws OperatorError where more is taken than is left, and unless the invoice is issued and is not being corrected.
 */
export async function adjustInvoice(
  operator: Operator,
  id: string,
  { amountVnd, reason }: { amountVnd: bigint; reason: string },
): Promise<string> {
  return db.$transaction(async (tx) => {
    const invoice = await lockCorrectable(tx, id, ["issued", "adjusted"]);
    const leftVnd = await sumInvoice(tx, invoice);
    if (amountVnd === 0n || leftVnd + amountVnd < 0n)
      throw new OperatorError(`The invoice ${id} is of ${leftVnd} VND with its adjustments.`);
    const correctionId = await requestAdjustment(tx, invoice, { amountVnd, reason });
    await recordCorrection(tx, operator, invoice, { kind: "adjustment", correctionId, amountVnd, reason });
    return correctionId;
  });
}

async function lockInvoice(tx: Transaction, id: string): Promise<Invoice> {
  const found = await tx.invoice.findUnique({ where: { id }, select: { subject: true } });
  if (!found) throw new OperatorError(`There is no invoice ${id}.`);
  await lockInvoices(tx, found.subject);
  return tx.invoice.findUniqueOrThrow({ where: { id } });
}

async function lockCorrectable(tx: Transaction, id: string, statuses: string[]): Promise<Invoice> {
  const invoice = await lockInvoice(tx, id);
  const { status, kind } = invoice;
  if (kind === "adjustment") throw new OperatorError(`${id} is an adjustment: correct the invoice that it adjusts.`);
  if (!statuses.includes(status)) throw new OperatorError(`The invoice ${id} is ${status}.`);
  const pending = await tx.invoice.findFirst({ where: { originalId: id, status: "requested" }, select: { id: true } });
  if (pending) throw new OperatorError(`${pending.id} corrects ${id} and is not issued yet.`);
  return invoice;
}

type Corrected = { kind: Correction["kind"]; correctionId: string; amountVnd: bigint; reason: string };

async function recordCorrection(
  tx: Transaction,
  operator: Operator,
  { id: invoiceId, businessId }: Invoice,
  { kind, correctionId, amountVnd, reason }: Corrected,
): Promise<void> {
  const action = kind === "adjustment" ? "invoice.adjusted" : "invoice.replaced";
  const amounts = { amountMilli: String(amountVnd * 1000n) };
  await recordPlatformAct(tx, operator, { action, businessId, reason, about: { invoiceId, correctionId, ...amounts } });
  const after = { correctionId, ...amounts, reason };
  await recordAudit(tx, operatorIn(businessId), { action, subject: invoiceId, after });
}

/** The newest 50 invoices, of one business or of all. */
export const listForOperator = (businessId: string | null) =>
  db.invoice.findMany({
    where: businessId ? { businessId } : {},
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    take: 50,
    select: {
      id: true,
      kind: true,
      status: true,
      number: true,
      amountVnd: true,
      originalId: true,
      subject: true,
      requestedAt: true,
      error: true,
      reason: true,
      business: { select: { slug: true } },
    },
  });
