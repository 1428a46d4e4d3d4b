import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { taxCodeContext } from "@/lib/money/invoices/details/service";
import { db, type Transaction } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import type { Parties } from "./schema";

export const partiesContext = (statementId: string) => ({ purpose: "statement parties", owner: statementId });

/** Seller and business as they are now. */
export async function findParties(tx: Pick<Transaction, "business">, businessId: string): Promise<Parties> {
  const { name, invoiceDetails } = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { name: true, invoiceDetails: { select: { legalName: true, encryptedTaxCode: true, address: true } } },
  });
  const buyer = invoiceDetails && {
    legalName: invoiceDetails.legalName,
    taxCode: decrypt(invoiceDetails.encryptedTaxCode, taxCodeContext(businessId)),
    address: invoiceDetails.address,
  };
  return { businessName: name, seller: env.seller, buyer };
}

export function findMemberParties(member: Member): Promise<Parties> {
  requirePermission(member, "billing:read");
  return findParties(db, member.businessId);
}
