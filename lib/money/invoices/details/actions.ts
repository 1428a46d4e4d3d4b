"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { invoiceDetailsSchema } from "./schema";
import { setInvoiceDetails } from "./service";
import { readTaxCode } from "./tax-code";

export const setInvoiceDetailsAction = memberAction(
  { permission: "billing:write", input: invoiceDetailsSchema, proof: "recent", shows: "/settings" },
  async (member, details) => {
    await setInvoiceDetails(member, details);
    return { isDoubtful: readTaxCode(details.taxCode)?.isDoubtful ?? false };
  },
);
