import { cardinal, sayDigits } from "./cardinal";
import { spell } from "./letters";
import { edge, type Region, type Rule, sticky } from "./rule";

/** Digits singly: nobody counts up to a plate. */
const plate: Rule = {
  name: "plate",
  pattern: sticky(`(?<area>\\d{2})-?(?<series>[A-ZĐ]{1,2}\\d?)[- ]?(?<serial>\\d{3}\\.?\\d{2}|\\d{4})${edge}`),
  say: ({ area = "", series = "", serial = "" }) =>
    `${sayDigits(area)} ${sayMixed(series, sayDigits)}, ${sayDigits(serial)}`,
};

const letter = "\\p{L}\\p{M}";

/** Letters and digits in one: A4, MP3, 4G, COVID-19, B12, VN135. */
const mixed: Rule = {
  name: "code",
  pattern: sticky(
    `(?=[${letter}\\d]{0,12}(?:\\d[-–.]?[${letter}]|[${letter}][-–.]?\\d))(?<code>[${letter}\\d]{1,16}(?:[-–.][${letter}\\d]{1,12}){0,3})${edge}`,
  ),
  say: ({ code = "" }, region) => sayMixed(code, (digits) => sayShort(digits, region)),
};

const sayShort = (digits: string, region: Region) =>
  digits.length <= 2 ? cardinal(digits, region) : sayDigits(digits);

/** Capitals by their names, digits as told; words between them stay words. */
function sayMixed(code: string, say: (digits: string) => string): string {
  const parts = code.match(/\d+|[\p{L}\p{M}]+/gu) ?? [];
  return parts.map((part) => (/^\d/.test(part) ? say(part) : sayLetters(part))).join(" ");
}

const sayLetters = (letters: string) =>
  letters === letters.toUpperCase() && letters.length <= 3 ? spell(letters) || letters : letters;

export const codeRules: readonly Rule[] = [plate, mixed];
