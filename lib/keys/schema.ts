import { z } from "zod";
import { offeredScopes, scopes } from "@/lib/access/principals/scopes";
import { daySchema } from "@/lib/platform/day-schema";
import { parseVnd } from "@/lib/platform/i18n/vnd";
import { type KeyMode, keyModes, type Overlap, overlaps, secretPrefixes } from "./choices";

export { type KeyMode, type Overlap, overlaps, secretPrefixes };

const id = z.string().regex(/^key_[0-9a-v]{26}$/, "keys.unknown");

/** An empty field of a form means no value. */
const orNothing = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string()
    .trim()
    .prefault("")
    .transform((text) => text || null)
    .pipe(schema.nullable());

const count = (word: string) =>
  orNothing(
    z
      .string()
      .regex(/^[1-9]\d{0,5}$/, word)
      .transform(Number),
  );

export const newKeySchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, "keys.nameMissing")
    .max(80, "keys.nameTooLong")
    .regex(/^[^\p{Cc}]*$/u, "keys.nameInvalid"),
  // A checklist with nothing checked sends nothing at all.
  scopes: z
    .array(z.enum(offeredScopes))
    .prefault([])
    .refine((chosen) => chosen.length > 0, "keys.scopesMissing"),
  /** The last day it works, in Vietnam. */
  expiresOn: orNothing(daySchema("keys.expiresOnInvalid")),
  allowedAddresses: z.string().max(4000, "keys.addressesTooLong").prefault(""),
  /** One term a line. */
  keyterms: z.string().max(10_000, "transcripts.keytermsInvalid").prefault(""),
  /** A switch that is off sends nothing at all. */
  keepsNothing: z.literal("on").optional().transform(Boolean),
  requestsPerMinute: count("keys.countInvalid"),
  concurrentCalls: count("keys.countInvalid"),
  /** Đồng. */
  monthlyCap: orNothing(z.string().refine((typed) => parseVnd(typed) !== null, "keys.monthlyCapInvalid")),
});

/** A key keeps the mode with which it is made. */
export const modeSchema = z.enum(keyModes).default("live");

/** Whose key a new one is; empty for the member who creates it. */
export const ownerSchema = orNothing(z.string().regex(/^sva_[0-9a-v]{26}$/, "keys.accounts.unknown"));

export const editKeySchema = newKeySchema.extend({ id });

export const keySchema = z.object({ id });

export const rotateKeySchema = z.object({ id, overlap: z.enum(overlaps) });

export const narrowKeySchema = z.object({ id, scope: z.enum(scopes) });

export type NewKey = z.input<typeof newKeySchema>;
export type KeySettings = z.output<typeof newKeySchema>;
