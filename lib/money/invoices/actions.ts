"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { requestInvoice } from "./request";
import { invoiceRequestSchema } from "./schema";

export const requestInvoiceAction = memberAction(
  { permission: "billing:write", input: invoiceRequestSchema, proof: "none", shows: "/billing/invoices" },
  async (member, { subject, seen, taxCodeChecked }) => {
    await requestInvoice(member, subject, { seen, taxCodeChecked: taxCodeChecked === "on" });
  },
);
