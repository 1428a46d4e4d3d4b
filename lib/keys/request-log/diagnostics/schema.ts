import { z } from "zod";

/** A request id, a trackingId, a key or its last four characters, as it was pasted. */
export const questionSchema = z.object({
  // The name keeps a possible secret out of a rejected form's values.
  secretOrId: z
    .string()
    .trim()
    .min(1, "diagnostics.nothingAsked")
    .max(200, "diagnostics.tooLong")
    .regex(/^[^\p{Cc}]*$/u, "diagnostics.tooLong"),
});

export const allowAddressSchema = z.object({
  id: z.string().regex(/^key_[0-9a-v]{26}$/, "keys.unknown"),
  address: z.string().max(64, "diagnostics.tooLong"),
});
