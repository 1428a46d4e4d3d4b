import { z } from "zod";

export const invoicePolicies = ["on_topup", "monthly_usage"] as const;
export type InvoicePolicy = (typeof invoicePolicies)[number];

export const invoiceStatuses = ["requested", "issued", "adjusted", "replaced", "cancelled"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export type InvoiceKind = "original" | "adjustment" | "replacement";

/** The payment (`btr_…`, or `top_…` for money that an operator entered) or the statement (`stm_…`) to invoice. */
export const invoiceRequestSchema = z.object({
  subject: z.string().regex(/^(btr|top|stm)_[0-9a-v]{26}$/),
  /** Of the buyer that was shown; empty without invoice details. */
  seen: z.string().max(22),
  /** A checked box is sent as `on`, an unchecked one not at all. */
  taxCodeChecked: z.literal("on").optional(),
});

/** An invoice in the list. Amounts are whole đồng. */
export type InvoiceRow = {
  id: string;
  status: InvoiceStatus;
  kind: InvoiceKind;
  number: string | null;
  lookupCode: string | null;
  isDraft: boolean;
  amountVnd: bigint;
  netVnd: bigint;
  taxVnd: bigint;
  vatPercent: number;
  about: string;
  reason: string | null;
  /** The number of the invoice that it adjusts or replaces. */
  corrects: string | null;
  /** Its issued adjustments and replacement. */
  correctedBy: { kind: InvoiceKind; number: string | null }[];
  requestedAt: Date;
};

/** A payment or a month that has no invoice yet. */
export type Invoiceable = { subject: string; about: string; amountVnd: bigint; at: Date };
