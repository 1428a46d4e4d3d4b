import { z } from "zod";
import { emailSchema } from "@/lib/platform/mail/email-schema";
import { readTaxCode, type TaxCodeKind } from "./tax-code";

/** One line of text, NFC, without control or invisible characters. */
const lineSchema = (required: string, longest: number) =>
  z
    .string(required)
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(
      z
        .string()
        .min(1, required)
        .max(longest, "invoiceDetails.tooLong")
        .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, "auth.nameInvalid"),
    );

const taxCodeSchema = z.string("invoiceDetails.taxCodeInvalid").transform((typed, context) => {
  const code = readTaxCode(typed);
  if (code) return code.text;
  context.addIssue({ code: "custom", message: "invoiceDetails.taxCodeInvalid" });
  return z.NEVER;
});

export const invoiceDetailsSchema = z.object({
  legalName: lineSchema("invoiceDetails.legalNameRequired", 255),
  taxCode: taxCodeSchema,
  address: lineSchema("invoiceDetails.addressRequired", 255),
  email: emailSchema,
});
export type InvoiceDetails = z.output<typeof invoiceDetailsSchema>;

/** The buyer that an invoice is requested for, as a person reviews it before. */
export type BuyerReview = InvoiceDetails & {
  kind: TaxCodeKind;
  /** The tax code's check digit does not match. */
  isDoubtful: boolean;
  /** Changes with the details: the request sends it back. */
  seen: string;
};
