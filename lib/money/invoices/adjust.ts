import "server-only";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Invoice } from "@/prisma/generated/client";
import { decryptBuyer, encryptBuyer } from "./documents";
import type { InvoiceLine } from "./issuer";
import { splitVat } from "./vat";

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
