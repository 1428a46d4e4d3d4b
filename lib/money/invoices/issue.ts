import "server-only";
import { draftIssuer } from "@/lib/money/invoices/draft/issuer";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { type Claims, workThrough } from "@/lib/platform/outbox/claim-loop";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import type { Invoice } from "@/prisma/generated/client";
import { decryptBuyer, encryptDocuments } from "./documents";
import type { EInvoiceIssuer, InvoiceData, InvoiceLine } from "./issuer";
import { lockInvoices } from "./policy";
import type { InvoiceKind } from "./schema";

export const issuer: EInvoiceIssuer = draftIssuer;

// A process that dies has its invoices asked for again, which gives the same ones. The longest pause is an hour.
const claimDue = `
  UPDATE invoices SET attempts = attempts + 1,
    due_at = $1::timestamptz + least(interval '1 hour', interval '1 minute' * power(2, least(attempts, 10)))
  WHERE id IN (SELECT id FROM invoices WHERE due_at <= $1 ORDER BY due_at LIMIT 20 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id`;

/** Issues requested invoices. One that fails is tried again, at last every hour. */
export const invoiceClaims = (by: EInvoiceIssuer = issuer): Claims<{ id: string }> => ({
  name: "issue-invoices",
  rest: { text: "(SELECT min(due_at) FROM invoices) <= $1" },
  claim: async () => (env.seller ? sql(undefined, claimDue, [clock.now()]) : []),
  work: ({ id }) => issueOne(by, id),
  async retry({ id }, error) {
    const reason = error.message.slice(0, 500);
    log.error({ invoiceId: id, reason }, "an invoice could not be issued");
    await db.invoice.update({ where: { id }, data: { error: reason }, select: { id: true } });
  },
});

/** Returns how many it issued. */
export const issueDue = (by?: EInvoiceIssuer): Promise<number> => workThrough(invoiceClaims(by));

async function issueOne(by: EInvoiceIssuer, id: string): Promise<void> {
  const row = await db.invoice.findUniqueOrThrow({ where: { id }, include: { original: true } });
  if (row.status === "cancelled") {
    // A process may have died after it was issued and before its number was stored: requested again it has the same one.
    const { number } = row.number ? { number: row.number } : await askIssuer(by, row);
    await by.cancel(number, row.reason ?? "");
    await db.invoice.update({ where: { id }, data: { dueAt: null, error: null }, select: { id: true } });
    return;
  }
  const { xml, pdf, ...names } = await askIssuer(by, row);
  const documents = encryptDocuments(id, { xml, pdf });
  const done = { ...names, isDraft: by.isDraft, encryptedDocuments: documents, issuedAt: clock.now(), error: null };
  await db.$transaction(async (tx) => {
    await lockInvoices(tx, row.subject);
    const { status } = await tx.invoice.findUniqueOrThrow({ where: { id }, select: { status: true } });
    const isOpen = status === "requested";
    // Another process, which did not wait as long for the issuer, has stored the same.
    if (!isOpen && status !== "cancelled") return;
    // One that was canceled meanwhile is due again, so that the issuer cancels it too.
    const next = isOpen ? { status: "issued", dueAt: null } : { dueAt: clock.now() };
    await tx.invoice.update({ where: { id }, data: { ...done, ...next }, select: { id: true } });
    // What a correction corrects keeps its state until the correction is issued.
    if (isOpen && row.originalId)
      await tx.invoice.updateMany({
        where: { id: row.originalId, status: { not: "cancelled" } },
        data: { status: row.kind === "adjustment" ? "adjusted" : "replaced", correctedAt: clock.now() },
      });
  });
}

const askIssuer = (by: EInvoiceIssuer, row: Requested) => {
  const { corrects, ...data } = dataOf(row);
  if (data.kind === "original") return by.issue({ ...data, corrects });
  if (!corrects) throw new Error("What it corrects has no number.");
  return data.kind === "adjustment" ? by.adjust({ ...data, corrects }) : by.replace({ ...data, corrects });
};

type Requested = Invoice & { original: Invoice | null };

function dataOf({ original, ...row }: Requested): InvoiceData {
  if (!env.seller) throw new Error("No seller is set.");
  const { id, templateCode, vatPercent, requestedAt, reason } = row;
  return {
    id,
    kind: row.kind as InvoiceKind,
    date: vietnamDate(requestedAt),
    templateCode,
    currency: "VND",
    seller: env.seller,
    buyer: decryptBuyer(id, row.encryptedBuyer),
    lines: row.lines as InvoiceLine[],
    vatPercent,
    netVnd: Number(row.netVnd),
    taxVnd: Number(row.taxVnd),
    amountVnd: Number(row.amountVnd),
    references: row.references as Record<string, string>,
    corrects: original?.number ? { number: original.number, reason: reason ?? "" } : null,
  };
}
