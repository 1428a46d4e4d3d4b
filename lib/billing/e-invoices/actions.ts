"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { requestInvoice } from "./request";
import { invoiceRequestSchema } from "./schema";

export const requestInvoiceAction = memberAction(
  { permission: "billing:write", input: invoiceRequestSchema, proof: "none" },
  async (member, { subject }) => {
    await requestInvoice(member, subject);
    revalidatePath(`/console/${member.businessSlug}/billing/invoices`);
  },
);
