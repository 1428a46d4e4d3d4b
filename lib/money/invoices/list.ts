import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { uninvoicedSum } from "./changes";
import { decryptDocuments } from "./documents";
import type { Invoiceable, InvoiceKind, InvoiceRow, InvoiceStatus } from "./schema";

const maxListed = 200;

export async function listInvoices(member: Member): Promise<InvoiceRow[]> {
  requirePermission(member, "billing:read");
  const rows = await db.invoice.findMany({
    where: { businessId: member.businessId },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    take: maxListed,
    select: {
      id: true,
      status: true,
      kind: true,
      number: true,
      lookupCode: true,
      isDraft: true,
      reason: true,
      amountVnd: true,
      netVnd: true,
      taxVnd: true,
      vatPercent: true,
      references: true,
      requestedAt: true,
      original: { select: { number: true } },
      corrections: {
        where: { status: { notIn: ["requested", "cancelled"] } },
        orderBy: { id: "asc" },
        select: { kind: true, number: true },
      },
    },
  });
  return rows.map(({ references, status, kind, original, corrections, ...row }) => ({
    ...row,
    corrects: original?.number ?? null,
    correctedBy: corrections.map(({ kind, number }) => ({ kind: kind as InvoiceKind, number })),
    status: status as InvoiceStatus,
    kind: kind as InvoiceKind,
    about: Object.values(references as Record<string, string>).join(", "),
  }));
}

const invoiceablePayments = `
  SELECT subject, about, left_vnd AS "amountVnd", at FROM (
  SELECT b.id AS subject, b.reference AS about, b.amount_vnd + ${uninvoicedSum("b.id", "$1")} AS left_vnd, b.occurred_at AS at FROM bank_transfers b
  WHERE b.business_id = $1 AND b.direction = 'in' AND b.status = 'credited'
    AND NOT EXISTS (SELECT FROM invoices i WHERE i.subject = b.id AND i.status <> 'cancelled')
  UNION ALL
  SELECT o.id, coalesce(o.external_reference, ''), o.amount_vnd + ${uninvoicedSum("o.id", "$1")}, o.created_at FROM top_ups o
  WHERE o.business_id = $1 AND o.method = 'operator'
    AND NOT EXISTS (SELECT FROM invoices i WHERE i.subject = o.id AND i.status <> 'cancelled')
  ) AS payment WHERE left_vnd > 0
  ORDER BY at DESC LIMIT 50`;

const invoiceableMonths = `
  SELECT id AS subject, number AS about, closed_at AS at, paid_vnd AS "amountVnd" FROM (
    SELECT id, number, closed_at, paid_usage_milli / 1000
      - coalesce(lag(paid_usage_milli / 1000) OVER (ORDER BY month), 0) AS paid_vnd
    FROM statements WHERE business_id = $1) AS month
  WHERE paid_vnd > 0 AND NOT EXISTS (SELECT FROM invoices i WHERE i.subject = month.id AND i.status <> 'cancelled')
  ORDER BY at DESC LIMIT 50`;

/** The newest 50 payments or closed months, as the policy has it, that have no invoice yet. */
export async function listInvoiceable(member: Member): Promise<Invoiceable[]> {
  requirePermission(member, "billing:read");
  const query = env.INVOICE_POLICY === "on_topup" ? invoiceablePayments : invoiceableMonths;
  return sql<Invoiceable>(undefined, query, [member.businessId]);
}

/** An issued invoice's files. Throws NOT_FOUND for another business's, and for one that is not issued. */
export async function getInvoiceFiles(member: Member, id: string) {
  requirePermission(member, "billing:read");
  const where = { id, businessId: member.businessId };
  const select = { number: true, encryptedDocuments: true } as const;
  const row = isId("invoice", id) ? await db.invoice.findFirst({ where, select }) : null;
  if (!row?.encryptedDocuments || !row.number) throw new AppError("NOT_FOUND");
  return { number: row.number, ...decryptDocuments(id, row.encryptedDocuments) };
}
