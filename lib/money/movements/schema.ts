import type { Route } from "next";
import { z } from "zod";
import { daySchema } from "@/lib/platform/day-schema";
import { vndSchema } from "@/lib/platform/i18n/vnd-schema";
import { urlParameter } from "@/lib/platform/url-parameter";
import { withQuery } from "@/lib/platform/with-query";
import type { TransferKind } from "@/prisma/generated/enums";

/** What a movement is called: several kinds of the ledger are one thing to a business. */
export const movementKinds = ["payment", "charge", "credit", "expiry", "adjustment", "reversal", "refund"] as const;
export type MovementKind = (typeof movementKinds)[number];

/** The ledger's kinds by name. `credit` is given: trial credit, promotions, and their return. */
const kinds: Record<MovementKind, readonly TransferKind[]> = {
  payment: ["top_up", "claim", "unmatched"],
  charge: ["charge"],
  credit: ["welcome", "promotion", "forfeit"],
  expiry: ["expiry"],
  adjustment: ["adjustment"],
  reversal: ["reversal"],
  refund: ["refund"],
};

export const ledgerKindsOf = (kind: MovementKind): readonly TransferKind[] => kinds[kind];

/** A kind of the ledger that is not listed is given credit: payments and charges are listed. */
export const movementKindOf = (kind: string): MovementKind =>
  movementKinds.find((name) => (kinds[name] as readonly string[]).includes(kind)) ?? "credit";

const day = urlParameter(daySchema());
/** An amount in a URL, without separators once read. */
export const vndTextSchema = urlParameter(z.string().pipe(vndSchema("billing.amountInvalid")).transform(String));
const text = urlParameter(
  z
    .string()
    .transform((typed) => typed.trim())
    .pipe(z.string().min(1).max(100)),
);

/** The filters of the movements' URL; anything else is ignored. Days are in Vietnam, amounts whole đồng without sign. */
export const movementFilterSchema = z.object({
  kind: urlParameter(z.enum(movementKinds)),
  from: day,
  to: day,
  least: vndTextSchema,
  most: vndTextSchema,
  trackingId: text,
  /** The bank's reference, a top-up's memo, or the id of a payment or of a movement. */
  transfer: text,
  /** Single charges of one service, instead of their sum by day. */
  service: urlParameter(z.enum(["tts", "stt"])),
});
export type MovementFilter = z.output<typeof movementFilterSchema>;

export const movementAddressSchema = movementFilterSchema.extend({
  cursor: urlParameter(z.string().max(100)),
});
export type MovementAddress = z.output<typeof movementAddressSchema>;

/** A month in Vietnam: `2026-11`. */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** One movement of a business's money. Amounts are in thousandths of a đồng, above zero where the business gets more. */
export type Movement = {
  id: string;
  createdAt: Date;
  /** Of the ledger: see `movementKindOf`. */
  kind: string;
  milli: bigint;
  trackingId: string | null;
  /** Of the ledger, such as `top_up:btr_…:available`. */
  reference: string;
  priceId: string | null;
  units: number | null;
  modelId: string | null;
  priceVnd: number | null;
  unit: string | null;
  /** Since when its price applies. */
  priceFrom: Date | null;
  /** The part of a charge that free credit paid. */
  freeMilli: bigint;
};

/** A movement, or the charges of a service on a day; `balanceMilli` is what the business has after it. */
export type MovementGroup = {
  day: string;
  kind: string;
  service: "tts" | "stt" | "" | null;
  /** How many charges; 1 for another movement. */
  count: number;
  milli: bigint;
  /** The part of charges that free credit paid. */
  freeMilli: bigint;
  balanceMilli: bigint;
  at: Date;
  id: string | null;
  reference: string | null;
  trackingId: string | null;
};

export const movementsPath = (business: string, address: MovementAddress = {}): Route =>
  withQuery(`/console/${business}/billing/movements`, address);
