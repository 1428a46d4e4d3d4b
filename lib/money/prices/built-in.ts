import type { ConfiguredPrice } from "./new-prices";

const from = "2026-01-01T00:00:00+07:00";

/** Default prices of the built-in models. To change one, add a line with a later `from`. */
export const builtInPrices: readonly ConfiguredPrice[] = [
  { modelId: "vang-espeak", unit: "1000_characters", priceVnd: 300, from, source: "built_in" },
  { modelId: "vang-demo-stt", unit: "second", priceVnd: 10, from, source: "built_in" },
];
