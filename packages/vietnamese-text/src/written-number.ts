import { cardinal, sayDigitGroups, sayDigits } from "./numbers";
import type { ReadingOptions } from "./reading-options";

/** Longer digit runs without separators are accounts and codes. */
const longestPlainNumber = 9;

type Kind = "bare" | "amount" | "currency";

const blanks = /[ \u00A0\u202F\u2009]/g;

/**
 * Reads a number in Vietnamese notation: dots group, a comma begins the decimals. Foreign notation is accepted where it
 * is unambiguous. An amount is never a code, however long, and may have a decimal point; in a currency a comma before
 * three digits groups.
 */
export function sayNumber(text: string, options: ReadingOptions, kind: Kind = "bare"): string {
  const { whole: digits, decimals } = partsOf(text, kind) ?? {};
  // 05 triệu: a leading zero for padding.
  const whole = kind !== "bare" && digits?.length === 2 ? digits.replace(/^0(?=[1-9])/, "") : digits;
  if (whole === undefined) return sayPieces(text, options);
  if (decimals === undefined) return kind === "bare" ? sayPlain(whole, options) : cardinal(whole, options);
  return decimals === ""
    ? cardinal(whole, options)
    : `${cardinal(whole, options)} phẩy ${sayDecimals(decimals, options)}`;
}

/** The integer and decimal digits of a number; null when its separators are neither grouping nor decimals. */
export function partsOf(text: string, kind: Kind = "bare"): { whole: string; decimals?: string } | null {
  const plain = text.replace(blanks, " ");
  if (/^\d+$/.test(plain)) return { whole: plain };
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(plain)) return split(plain.replaceAll(".", ""), ",");
  if (/^[1-9]\d{0,2}(?:,\d{3}){2,}(?:\.\d+)?$|^[1-9]\d{0,2}(?:,\d{3})+\.\d{1,2}$|^[1-9]\d{0,2},000$/.test(plain))
    return split(plain.replaceAll(",", ""), ".");
  if (kind === "currency" && /^[1-9]\d{0,2},\d{3}$/.test(plain)) return split(plain.replace(",", ""), ".");
  if (/^[1-9]\d{0,2}(?: \d{3})+(?:,\d+)?$/.test(plain)) return split(plain.replaceAll(" ", ""), ",");
  if (/^\d+,\d+$/.test(plain)) return split(plain, ",");
  if (kind !== "bare" && /^\d+\.\d+$/.test(plain)) return split(plain, ".");
  return null;
}

const split = (text: string, mark: "." | ",") => {
  const [whole = "", decimals = ""] = text.split(mark);
  return { whole, decimals };
};

/** The numeric value, for comparison; NaN when it is none. */
export function amountOf(text: string): number {
  const parts = partsOf(text, "amount");
  return parts ? Number(`${parts.whole}.${parts.decimals || 0}`) : Number.NaN;
}

export const sayRange = (from: string, to: string, options: ReadingOptions, kind: Kind = "amount"): string =>
  to ? `${sayNumber(from, options, kind)} đến ${sayNumber(to, options, kind)}` : sayNumber(from, options, kind);

const sayPlain = (digits: string, options: ReadingOptions): string =>
  digits.length > longestPlainNumber && (/^0/.test(digits) || !/0{6}$/.test(digits))
    ? sayDigitGroups(digits)
    : cardinal(digits, options);

const sayDecimals = (decimals: string, options: ReadingOptions): string =>
  decimals.length > 2 || options.decimals === "digits" ? sayDigits(decimals) : cardinal(decimals, options);

const marks: Record<string, string> = { ".": "chấm", ",": "phẩy" };

/** 1,3,5,7 are several numbers. */
const isList = (text: string): boolean => /^\d{1,3}(?:,\d{1,3}){2,}$/.test(text);

/** 10.762622: digits are not grouped so, and decimals this long are read digit by digit. */
const longDecimals = /^(\d{1,4})\.(\d{4,})$/;

const sayPieces = (text: string, options: ReadingOptions): string =>
  longDecimals.test(text)
    ? text.replace(
        longDecimals,
        (_, whole: string, decimals: string) => `${sayPlain(whole, options)} chấm ${sayDigits(decimals)}`,
      )
    : isList(text)
      ? text
          .split(",")
          .map((part) => sayPlain(part, options))
          .join(", ")
      : Array.from(text.matchAll(/\d+|[.,]/g), ([part]) => marks[part] ?? sayPlain(part, options)).join(" ");
