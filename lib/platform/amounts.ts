/** Exact đồng for programs: a decimal point, at most three decimals, no trailing zeros (`7.2`, `1250000`). */
export function formatMilli(amountMilli: bigint): string {
  const sign = amountMilli < 0n ? "-" : "";
  const milli = amountMilli < 0n ? -amountMilli : amountMilli;
  const decimals = String(milli % 1000n)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return `${sign}${milli / 1000n}${decimals && `.${decimals}`}`;
}

/** The inverse of `formatMilli`. Throws for any other text. */
export function parseMilli(text: string): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d{1,3}))?$/.exec(text);
  if (!parts) throw new RangeError(`Not an amount: ${text}`);
  const [, sign, whole = "", decimals = ""] = parts;
  const milli = BigInt(whole + decimals.padEnd(3, "0"));
  return sign ? -milli : milli;
}
