import { spell } from "./letters";
import { cardinal, sayDigitGroups, sayDigits } from "./numbers";
import type { ReadingOptions } from "./reading-options";

const knownParts: Record<string, string> = {
  covid: "cô vít",
  ron: "RON",
  iphone: "ai phôn",
  ipad: "ai pát",
  cop: "cóp",
};

export const letter = "\\p{L}\\p{M}";

export const sayCode = (code: string, options: ReadingOptions) => sayMixed(code, (digits) => sayShort(digits, options));

export const sayShort = (digits: string, options: ReadingOptions) =>
  digits.length === 0 ? "" : digits.length <= 2 ? cardinal(digits, options) : sayDigitGroups(digits);

/** Spells capitals, reads digits with `say`, and keeps words. */
export function sayMixed(code: string, say: (digits: string) => string): string {
  const parts = code.match(/\d+|[\p{L}\p{M}]+|(?<=\d)\.(?=\d)/gu) ?? [];
  return parts.map((part) => (part === "." ? "chấm" : /^\d/.test(part) ? say(part) : sayLetters(part))).join(" ");
}

/** RON 95-III: a Roman numeral three. */
export const sayLetters = (letters: string) =>
  /^I{2,3}$/.test(letters)
    ? sayDigits(String(letters.length))
    : (knownParts[letters.toLowerCase()] ??
      (letters === letters.toUpperCase() && (letters.length <= 3 || !/[AEIOUY]/.test(letters.normalize("NFD")))
        ? spell(letters) || letters
        : letters.length === 1
          ? spell(letters) || letters
          : letters));
