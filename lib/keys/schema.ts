import { z } from "zod";
import { scopes } from "./scopes";

/** How every key begins; safe to show. */
export const secretPrefix = "vang_live_";

export const newKeySchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, "keys.nameMissing")
    .max(80, "keys.nameTooLong")
    .regex(/^[^\p{Cc}]*$/u, "keys.nameInvalid"),
  // An unticked checklist sends nothing at all.
  scopes: z
    .array(z.enum(scopes))
    .prefault([])
    .refine((chosen) => chosen.length > 0, "keys.scopesMissing"),
});

export const revokeKeySchema = z.object({ id: z.string().regex(/^key_[0-9a-v]{26}$/, "keys.unknown") });

export type NewKey = z.infer<typeof newKeySchema>;
