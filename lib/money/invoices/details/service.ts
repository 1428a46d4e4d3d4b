import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import type { BuyerReview, InvoiceDetails } from "./schema";
import { maskTaxCode, readTaxCode } from "./tax-code";

export const taxCodeContext = (businessId: string) => ({ purpose: "tax code", owner: businessId });

/** A business's invoice details; null until they are first saved. */
export async function getInvoiceDetails(member: Member): Promise<InvoiceDetails | null> {
  requirePermission(member, "billing:read");
  return readInvoiceDetails(db, member.businessId);
}

/** The details as a request of an invoice shows them; null until they are first saved. */
export async function reviewBuyer(member: Member): Promise<BuyerReview | null> {
  const buyer = await getInvoiceDetails(member);
  if (!buyer) return null;
  // Saved details have been read before.
  const { kind, isDoubtful } = readTaxCode(buyer.taxCode) ?? { kind: "company", isDoubtful: true };
  return { ...buyer, kind, isDoubtful, seen: fingerprint(buyer) };
}

const fingerprint = ({ legalName, taxCode, address, email }: InvoiceDetails): string =>
  hmac(env.NEXTAUTH_SECRET, JSON.stringify(["invoice buyer", legalName, taxCode, address, email])).slice(0, 22);

/** What someone saw and confirmed before they requested an invoice; `taxCodeChecked` of a doubtful code. */
export type BuyerConfirmation = { seen: string; taxCodeChecked: boolean };

/** Throws CONFLICT where the details are not those that were confirmed, INVALID_REQUEST for a doubtful code without its tick. */
export function requireConfirmed(buyer: InvoiceDetails, { seen, taxCodeChecked }: BuyerConfirmation): void {
  if (fingerprint(buyer) !== seen) throw new AppError("CONFLICT", { message: "eInvoices.detailsChanged" });
  if (readTaxCode(buyer.taxCode)?.isDoubtful && !taxCodeChecked)
    throw new AppError("INVALID_REQUEST", { message: "eInvoices.taxCodeUnchecked", param: "taxCodeChecked" });
}

export async function readInvoiceDetails(
  on: Pick<typeof db, "invoiceDetails">,
  businessId: string,
): Promise<InvoiceDetails | null> {
  const row = await on.invoiceDetails.findUnique({
    where: { businessId },
    select: { legalName: true, encryptedTaxCode: true, address: true, email: true },
  });
  if (!row) return null;
  const { encryptedTaxCode, ...details } = row;
  return { ...details, taxCode: decrypt(encryptedTaxCode, taxCodeContext(businessId)) };
}

/** Applies to invoices from now on. */
export async function setInvoiceDetails(member: Member, details: InvoiceDetails): Promise<void> {
  requirePermission(member, "billing:write");
  const { businessId } = member;
  const { taxCode, ...plain } = details;
  const row = { ...plain, encryptedTaxCode: encrypt(taxCode, taxCodeContext(businessId)), updatedAt: clock.now() };
  await db.$transaction(async (tx) => {
    const before = await readInvoiceDetails(tx, businessId);
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
