import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { type Member, requirePermission } from "@/lib/principals/member";
import { seal, unseal } from "@/lib/seal";
import type { InvoiceDetails } from "./schema";
import { maskTaxCode } from "./tax-code";

const sealOf = (businessId: string) => ({ purpose: "tax code", owner: businessId });

/** Who the business is on an invoice; null until someone said so. */
export async function getInvoiceDetails(member: Member): Promise<InvoiceDetails | null> {
  requirePermission(member, "billing:read");
  return read(db, member.businessId);
}

async function read(on: Pick<typeof db, "invoiceDetails">, businessId: string): Promise<InvoiceDetails | null> {
  const row = await on.invoiceDetails.findUnique({
    where: { businessId },
    select: { legalName: true, sealedTaxCode: true, address: true, email: true },
  });
  if (!row) return null;
  const { sealedTaxCode, ...details } = row;
  return { ...details, taxCode: unseal(sealedTaxCode, sealOf(businessId)) };
}

/** Holds for invoices from now on. */
export async function setInvoiceDetails(member: Member, details: InvoiceDetails): Promise<void> {
  requirePermission(member, "billing:write");
  const { businessId } = member;
  const { taxCode, ...plain } = details;
  const row = { ...plain, sealedTaxCode: seal(taxCode, sealOf(businessId)), updatedAt: clock.now() };
  await db.$transaction(async (tx) => {
    const before = await read(tx, businessId);
    await tx.invoiceDetails.upsert({
      where: { businessId },
      create: { businessId, ...row },
      update: row,
      select: { businessId: true },
    });
    const change = { ...(before && { before: masked(before) }), after: masked(details) };
    const personal = {
      ...(before && { before: { email: before.email } }),
      after: { email: details.email },
    };
    await recordAudit(tx, member, { action: "invoice.changed", ...change, personal });
  });
}

const masked = ({ email: _, ...details }: InvoiceDetails) => ({ ...details, taxCode: maskTaxCode(details.taxCode) });
