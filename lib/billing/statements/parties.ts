import "server-only";
import { taxCodeContext } from "@/lib/billing/invoice-details/service";
import { db, type Transaction } from "@/lib/db";
import { decrypt } from "@/lib/encryption";
import { env } from "@/lib/env";
import { type Member, requirePermission } from "@/lib/principals/member";
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
