/** Only `contract` is revenue. `goodwill` gives or takes credit. `promotion` is free credit, which can expire. */
export const adjustmentKinds = ["contract", "goodwill", "promotion"] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** `open`: it waits for a second person. */
export const adjustmentStatuses = ["open", "done", "rejected"] as const;
export type AdjustmentStatus = (typeof adjustmentStatuses)[number];

export type NewAdjustment = {
  kind: AdjustmentKind;
  /** Below zero takes credit, which only goodwill can. */
  amountVnd: bigint;
  /** The number of the document that it is based on. */
  reference: string;
  reason: string;
  /** Of free credit: when what is left of it is taken back. */
  expiresAt?: Date | null;
};
