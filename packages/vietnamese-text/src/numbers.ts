import type { ReadingOptions } from "./reading-options";

const names = ["không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"];

/** Longer numbers are read digit by digit. */
const maxDigits = 36;

const nameOf = (digit: string): string => names[Number(digit)] ?? "";

/** Digit by digit. Other characters are skipped. */
export const sayDigits = (text: string): string => Array.from(text.replace(/\D/g, ""), nameOf).join(" ");

/** Digit by digit with a pause between groups: 4-3-3 for ten digits, otherwise groups of three. */
export function sayDigitGroups(text: string): string {
  const digits = text.replace(/\D/g, "");
  if (digits.length < 9) return sayDigits(digits);
  const first = digits.length % 3 === 1 ? 4 : digits.length % 3 || 3;
  const rest = digits.slice(first).match(/\d{3}/g) ?? [];
  return [digits.slice(0, first), ...rest].map(sayDigits).join(", ");
}

/** An integer in words; digit by digit with a leading zero or more than `maxDigits`. */
export function cardinal(digits: string, options: ReadingOptions): string {
  if (digits.length > mostKnownDigits) return sayCardinal(digits, options);
  let known = knownCardinals.get(options);
  if (!known) {
    known = new Map();
    knownCardinals.set(options, known);
  }
  let words = known.get(digits);
  if (words === undefined) {
    words = sayCardinal(digits, options);
    known.set(digits, words);
  }
  return words;
}

/** Short numbers repeat in a text. By the options, which are made again for each reading of a text. */
const knownCardinals = new WeakMap<ReadingOptions, Map<string, string>>();
const mostKnownDigits = 3;

function sayCardinal(digits: string, options: ReadingOptions): string {
  if (digits.length > maxDigits || /^0\d/.test(digits)) return sayDigits(digits);
  if (digits.length <= 9) return sayBelowBillion(digits, options, true) || nameOf("0");
  const billions = `${cardinal(digits.slice(0, -9), options)} tỷ`;
  return `${billions} ${sayBelowBillion(digits.slice(-9), options, false)}`.trim();
}

/** A number used as a name, such as a month or a class: no leading zero, and four is "tư". */
export const sayName = (digits: string, options: ReadingOptions): string =>
  Number(digits) === 4 ? "tư" : cardinal(String(Number(digits)), options);

export function sayYear(digits: string, options: ReadingOptions): string {
  if (digits.length !== 4 || options.year === "full") return cardinal(String(Number(digits)), options);
  const [thousands = "", hundreds = "", tens = "", ones = ""] = digits;
  if (options.year === "digits") {
    const last = tens === "0" || ones === "0" ? nameOf(ones) : sayTens(tens, ones, options, true).split(" ").at(-1);
    return [thousands, hundreds, tens]
      .map(nameOf)
      .concat(last ?? "")
      .join(" ");
  }
  if (hundreds !== "0" || (tens === "0" && ones === "0")) return cardinal(digits, options);
  return `${nameOf(thousands)} ${options.thousand} ${sayTens(tens, ones, options, true)}`;
}

function sayBelowBillion(digits: string, options: ReadingOptions, isFirst: boolean): string {
  const scales = ["triệu", options.thousand, ""];
  const groups = digits.padStart(9, "0").match(/\d{3}/g) ?? [];
  let leads = isFirst;
  const words = groups.map((group, index) => {
    if (group === "000") return "";
    const said = `${sayHundreds(group, options, leads)} ${scales[index]}`;
    leads = false;
    return said;
  });
  return words.join(" ").replace(/ +/g, " ").trim();
}

/** After another group even zero hundreds are spoken: 1.005 is "một nghìn không trăm linh năm". */
function sayHundreds(group: string, options: ReadingOptions, leads: boolean): string {
  const [hundreds = "0", tens = "0", ones = "0"] = group;
  const hasHundreds = hundreds !== "0" || !leads;
  return `${hasHundreds ? `${nameOf(hundreds)} trăm` : ""} ${sayTens(tens, ones, options, hasHundreds)}`;
}

function sayTens(tens: string, ones: string, options: ReadingOptions, hasHundreds: boolean): string {
  if (tens === "0") return ones === "0" ? "" : `${hasHundreds ? options.emptyTen : ""} ${nameOf(ones)}`.trim();
  const ten = tens === "1" ? "mười" : `${nameOf(tens)} mươi`;
  if (ones === "0") return ten;
  if (ones === "5") return `${ten} lăm`;
  if (tens !== "1" && ones === "1") return `${ten} mốt`;
  if (tens !== "1" && ones === "4") return `${ten} ${options.four}`;
  return `${ten} ${nameOf(ones)}`;
}
