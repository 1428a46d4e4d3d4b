/** One price of one model, valid from a moment until a later one replaces it. */
export type Price = {
  modelId: string;
  unit: "1000_characters";
  /** Whole đồng for one unit, tax included. */
  priceVnd: number;
  /** ISO 8601, inclusive. */
  from: string;
};

/** The price list, ours to keep: a change is a new line, so that an old charge can be explained for ever. */
export const prices: readonly Price[] = [
  { modelId: "vang-espeak", unit: "1000_characters", priceVnd: 300, from: "2026-01-01T00:00:00+07:00" },
];

/** The price of a model at a moment. Throws when the list has none: a model on offer without a price is a bug. */
export function findPrice(modelId: string, at: Date, list: readonly Price[] = prices): Price {
  const valid = list.filter((price) => price.modelId === modelId && Date.parse(price.from) <= at.getTime());
  const [latest] = valid.sort((a, b) => Date.parse(b.from) - Date.parse(a.from));
  if (!latest) throw new Error(`Model ${modelId} has no price at ${at.toISOString()}.`);
  return latest;
}

/**
 * What a text costs, in thousandths of a đồng. Exact, nothing is rounded: whole đồng for 1,000 characters are as many
 * thousandths for one. `characters` are the Unicode code points of the NFC text.
 */
export function quote(price: Pick<Price, "priceVnd">, characters: number): bigint {
  return BigInt(price.priceVnd) * BigInt(characters);
}
