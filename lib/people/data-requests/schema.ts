import { z } from "zod";

/** What a person can ask about their own data, in the law's order. */
export const dataRequestKinds = ["access", "correct", "erase", "restrict", "withdraw"] as const;
export type DataRequestKind = (typeof dataRequestKinds)[number];

const longest = 2000;
const words = z
  .string("dataRequests.textRequired")
  .trim()
  .min(1, "dataRequests.textRequired")
  .max(longest, "dataRequests.textTooLong");

export const newDataRequestSchema = z.object({
  kind: z.enum(dataRequestKinds, "dataRequests.kindUnknown"),
  text: words,
});
export type NewDataRequest = z.infer<typeof newDataRequestSchema>;

export const dataRequestAnswerSchema = z.object({
  id: z.string("dataRequests.unknown").regex(/^dsr_[0-9a-v]{26}$/, "dataRequests.unknown"),
  text: words,
  /** Whether what was asked for is done, or will not be done. */
  end: z.enum(["open", "closed"], "dataRequests.kindUnknown"),
});
export type DataRequestAnswer = z.infer<typeof dataRequestAnswerSchema>;
