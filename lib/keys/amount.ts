/** Whole đồng as people type them: `500000`, `500.000`, `500,000 ₫`; one to twelve digits, more than zero. */
export const isVnd = (text: string): boolean => /^\d{1,3}([., ]?\d{3})*( ?[₫đ])?$/.test(text) && readVnd(text) > 0n;

/** Thousandths of a đồng of a text that passes `isVnd`. */
export function readVnd(text: string): bigint {
  const digits = text.replace(/\D/g, "");
  return digits.length > 12 ? 0n : BigInt(digits) * 1000n;
}
