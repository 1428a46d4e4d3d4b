/** One price of one model, valid from a moment until a later one replaces it. */
export type Price = {
  modelId: string;
  /** A thousand characters of a text, or a started second of an audio. */
  unit: "1000_characters" | "second";
  /** Whole đồng for one unit, tax included. */
  priceVnd: number;
  /** ISO 8601, inclusive. */
  from: string;
};

/** The price list, ours to keep: a change is a new line, so that an old charge can be explained for ever. */
export const prices: readonly Price[] = [
  { modelId: "vang-espeak", unit: "1000_characters", priceVnd: 300, from: "2026-01-01T00:00:00+07:00" },
  { modelId: "vang-demo-stt", unit: "second", priceVnd: 10, from: "2026-01-01T00:00:00+07:00" },
];

let registered: readonly Price[] = [];

/** The prices of engines that are configured: they replace the ones registered before, and go before ours. */
export function registerPrices(list: readonly Price[]): void {
  registered = list;
}

/** The price of a model at a moment. Throws when the list has none: a model on offer without a price is a bug. */
export function findPrice(modelId: string, at: Date, list: readonly Price[] = [...registered, ...prices]): Price {
  const valid = list.filter((price) => price.modelId === modelId && Date.parse(price.from) <= at.getTime());
  const [latest] = valid.sort((a, b) => Date.parse(b.from) - Date.parse(a.from));
  if (!latest) throw new Error(`Model ${modelId} has no price at ${at.toISOString()}.`);
  return latest;
}

/**
 * What a call costs, in thousandths of a đồng. Exact, nothing is rounded: whole đồng for 1,000 characters are as many
 * thousandths for one. `count` is the Unicode code points of the NFC text, or the started seconds of the audio.
 */
export function quote({ priceVnd, unit }: Pick<Price, "priceVnd"> & Partial<Price>, count: number): bigint {
  return BigInt(priceVnd) * BigInt(count) * (unit === "second" ? 1000n : 1n);
}
