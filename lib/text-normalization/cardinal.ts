import type { Region } from "./rule";

const names = ["không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"];

/** Beyond this many digits nobody follows the words. */
const mostDigits = 18;

/** What people say for an empty ten, for a thousand, and for a four that closes a number such as 24. */
const habits = {
  north: { odd: "linh", thousand: "nghìn", four: "tư" },
  central: { odd: "lẻ", thousand: "ngàn", four: "bốn" },
  south: { odd: "lẻ", thousand: "ngàn", four: "bốn" },
} satisfies Record<Region, object>;

export const thousand = (region: Region): string => habits[region].thousand;

/** Digit by digit, as in a phone number. Other characters are skipped. */
export const sayDigits = (text: string): string => Array.from(text.replace(/\D/g, ""), nameOf).join(" ");

/** A whole number in words. With a leading zero, or more digits than anyone follows, digit by digit. */
export function cardinal(digits: string, region: Region): string {
  if (digits.length > mostDigits || /^0\d/.test(digits)) return sayDigits(digits);
  if (digits.length <= 9) return sayBelowBillion(digits, region, true) || nameOf("0");
  const billions = `${cardinal(digits.slice(0, -9), region)} tỷ`;
  return `${billions} ${sayBelowBillion(digits.slice(-9), region, false)}`.trim();
}

/** Minutes after the hour, where 05 is said with its empty ten. */
export const sayMinutes = (minutes: string, region: Region): string =>
  /^0[1-9]/.test(minutes) ? `${habits[region].odd} ${nameOf(minutes.slice(1))}` : cardinal(String(+minutes), region);

function sayBelowBillion(digits: string, region: Region, isFirst: boolean): string {
  const scales = ["triệu", thousand(region), ""];
  const groups = digits.padStart(9, "0").match(/\d{3}/g) ?? [];
  let leads = isFirst;
  const words = groups.map((group, index) => {
    if (group === "000") return "";
    const said = `${sayHundreds(group, region, leads)} ${scales[index]}`;
    leads = false;
    return said;
  });
  return words.join(" ").replace(/ +/g, " ").trim();
}

/** Behind another group even an empty hundred is said: 1.005 is "một nghìn không trăm linh năm". */
function sayHundreds(group: string, region: Region, leads: boolean): string {
  const [hundreds = "0", tens = "0", ones = "0"] = group;
  const hasHundreds = hundreds !== "0" || !leads;
  return `${hasHundreds ? `${nameOf(hundreds)} trăm` : ""} ${sayTens(tens, ones, region, hasHundreds)}`;
}

function sayTens(tens: string, ones: string, region: Region, hasHundreds: boolean): string {
  if (tens === "0") return ones === "0" ? "" : `${hasHundreds ? habits[region].odd : ""} ${nameOf(ones)}`;
  const ten = tens === "1" ? "mười" : `${nameOf(tens)} mươi`;
  if (ones === "0") return ten;
  if (ones === "5") return `${ten} lăm`;
  if (tens !== "1" && ones === "1") return `${ten} mốt`;
  if (tens !== "1" && ones === "4") return `${ten} ${habits[region].four}`;
  return `${ten} ${nameOf(ones)}`;
}

const nameOf = (digit: string): string => names[Number(digit)] ?? "";
