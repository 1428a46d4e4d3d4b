/** A thousand characters of text, or a started second of audio. */
export type PriceUnit = "1000_characters" | "second";

/**
 * The cost of so many units in thousandths of a đồng, exact without rounding: whole đồng for 1,000 characters equal as
 * many thousandths for one. `units` are the Unicode code points of the NFC text, or the started seconds of the audio.
 */
export function quote({ priceVnd, unit }: { priceVnd: number; unit?: PriceUnit }, units: number): bigint {
  return BigInt(priceVnd) * BigInt(units) * (unit === "second" ? 1000n : 1n);
}
