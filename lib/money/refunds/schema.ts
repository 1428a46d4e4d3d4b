import { z } from "zod";
import type { PaymentLeft } from "@/lib/money/invoices/amounts";
import { vndSchema } from "@/lib/platform/i18n/vnd-schema";

export const payeeSchema = z.object({
  bin: z.string("refunds.bankRequired").regex(/^\d{6}$/, "refunds.bankRequired"),
  accountNumber: z
    .string("refunds.accountInvalid")
    .transform((typed) => typed.replace(/[\s.-]/g, "").toUpperCase())
    .pipe(z.string().regex(/^[0-9A-Z]{5,19}$/, "refunds.accountInvalid")),
  holder: z
    .string("refunds.holderRequired")
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(
      z
        .string()
        .min(2, "refunds.holderRequired")
        .max(70, "auth.nameTooLong")
        .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, "auth.nameInvalid"),
    ),
});
export type Payee = z.output<typeof payeeSchema>;

export const newRefundSchema = payeeSchema.extend({
  amountVnd: vndSchema("refunds.amountInvalid").transform(BigInt),
  /** Made with the page: the same token gives the same refund. */
  formToken: z.string().regex(/^[\w-]{20,50}$/),
});

export const refundIdSchema = z.object({
  id: z.string("refunds.unknown").regex(/^rfd_[0-9a-v]{26}$/, "refunds.unknown"),
});

/** What an owner can ask to be refunded. */
export type RefundOffer = {
  /** Paid credit that a refund can pay out, in whole đồng. */
  refundableMilli: bigint;
  /** All credit that can be spent: what is not refunded stays. */
  availableMilli: bigint;
  /** The newest payments, as far as they cover what can be refunded. */
  payments: PaymentLeft[];
};

export type RefundStatus = "open" | "approved" | "paid" | "rejected" | "withdrawn";

export type RefundRow = {
  id: string;
  amountMilli: bigint;
  /** `approved`: one that is open, and is being paid. */
  status: RefundStatus;
  /** Why it was rejected, or how it was paid, in the staff's words. */
  decision: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  requestedBy: string | null;
  /** It waits for the staff's approval. */
  canWithdraw: boolean;
};
