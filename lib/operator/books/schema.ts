import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { daySchema } from "@/lib/platform/day-schema";
import { urlParameter } from "@/lib/platform/url-parameter";

export const bookViews = ["balance", "revenue", "liabilities", "periods"] as const;

const month = urlParameter(z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/));

/** The address of the books; anything else is ignored. Days and months are of Vietnam. */
export const booksAddressSchema = z.object({
  view: urlParameter(z.enum(bookViews)),
  day: urlParameter(daySchema()),
  from: month,
  to: month,
  /** Of a long list, from 1. */
  page: urlParameter(z.coerce.number().int().min(1).max(1000)),
});
export type BooksAddress = z.infer<typeof booksAddressSchema>;

export const lockMonthSchema = z.object({
  month: z.string("operator.books.monthInvalid").regex(/^20\d\d-(0[1-9]|1[0-2])$/, "operator.books.monthInvalid"),
  reason: reasonSchema,
});

export const verifyMonthSchema = lockMonthSchema.pick({ month: true });

export const journalAddressSchema = z.object({ from: daySchema(), to: daySchema(), reason: reasonSchema });
