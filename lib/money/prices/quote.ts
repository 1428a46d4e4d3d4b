/** A thousand characters of text, or a started second of audio. */
export type PriceUnit = "1000_characters" | "second";

/** In thousandths of a đồng, without rounding. `units` are code points of the NFC text, or started seconds of audio. */
export function quote({ priceVnd, unit }: { priceVnd: number; unit: PriceUnit }, units: number): bigint {
  return BigInt(priceVnd) * BigInt(units) * (unit === "second" ? 1000n : 1n);
}
