import { z } from "zod";

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

export type RefundOffer = {
  /** Paid credit that a refund would pay out, in whole đồng. */
  refundableMilli: bigint;
  open: { amountMilli: bigint; createdAt: Date; approvedAt: Date | null } | null;
};
