import { z } from "zod";
import { monthSchema, vndTextSchema } from "@/lib/money/movements/schema";
import { vndSchema } from "@/lib/platform/i18n/vnd-schema";
import { urlParameter } from "@/lib/platform/url-parameter";

/** In whole đồng. NAPAS 247 takes less than 500 million; an operator enters larger payments. */
export const leastTopUpVnd = 10_000;
export const mostTopUpVnd = 499_999_999;

/** From here on the amount is repeated in words before its QR code is shown. */
export const wordsFromVnd = 100_000_000n;

const amountSchema = vndSchema("topUps.amountInvalid").pipe(
  z.number().min(leastTopUpVnd, "topUps.amountTooSmall").max(mostTopUpVnd, "topUps.amountTooLarge"),
);

export const newTopUpSchema = z.object({
  amountVnd: amountSchema,
  /** A checked box is sent as `on`, an unchecked one not at all. */
  invoiceRequested: z.literal("on").optional(),
  /** Of the buyer that was shown, and whether a doubtful tax code was checked. */
  seen: z.string().max(22).optional(),
  taxCodeChecked: z.literal("on").optional(),
  /** Made with the page: the same token gives the same top-up. */
  formToken: z.string().regex(/^[\w-]{20,50}$/),
});
export type NewTopUp = z.output<typeof newTopUpSchema>;

/** The payments of a top-up and the clock decide: see `topUpStatus`. */
export const topUpStatuses = [
  "waiting",
  "credited",
  "short",
  "over",
  "late",
  "further",
  "expired",
  "checking",
  "reversed",
] as const;
export type TopUpStatus = (typeof topUpStatuses)[number];

/** The billing page's URL: an amount that is filled in; a top-up's: a large amount that its reader has confirmed. */
export const billingAddressSchema = z.object({
  amount: urlParameter(z.string().regex(/^[1-9]\d{0,11}$/)),
});

/** The filters of the top-ups' URL; anything else is ignored. Amounts are whole đồng. */
export const topUpFilterSchema = z.object({
  /** When money was received, by the bank's date. */
  month: urlParameter(monthSchema),
  least: vndTextSchema,
  most: vndTextSchema,
  /** The bank's reference, the transfer's memo, or the number of a contract or receipt. */
  reference: urlParameter(
    z
      .string()
      .transform((typed) => typed.trim())
      .pipe(z.string().min(1).max(100)),
  ),
});
export type TopUpFilter = z.output<typeof topUpFilterSchema>;

export const topUpAddressSchema = topUpFilterSchema.extend({ cursor: urlParameter(z.string()) });
export type TopUpAddress = z.output<typeof topUpAddressSchema>;
