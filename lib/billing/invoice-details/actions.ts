"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { invoiceDetailsSchema } from "./schema";
import { setInvoiceDetails } from "./service";
import { readTaxCode } from "./tax-code";

export const setInvoiceDetailsAction = memberAction(
  { permission: "billing:write", input: invoiceDetailsSchema, proof: "recent" },
  async (member, details) => {
    await setInvoiceDetails(member, details);
    revalidatePath(`/console/${member.businessSlug}/settings`);
    return { isDoubtful: readTaxCode(details.taxCode)?.isDoubtful ?? false };
  },
);
