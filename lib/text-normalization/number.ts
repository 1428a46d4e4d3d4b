import { cardinal, sayDigits } from "./cardinal";
import { after, edge, gap, number, type Region, type Rule, sticky } from "./rule";

/** Longer ones without separators are accounts and codes, which are read digit by digit. */
const longestPlainNumber = 9;

/** A number as Vietnam writes it: dots group, a comma begins the decimals. Foreign grouping is understood when clear. */
export function sayNumber(text: string, region: Region): string {
  if (/^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(text)) return sayDecimal(text.replaceAll(".", ""), ",", region);
  if (/^[1-9]\d{0,2}(,\d{3}){2,}(\.\d+)?$|^[1-9]\d{0,2}(,\d{3})+\.\d{1,2}$|^[1-9]\d{0,2},000$/.test(text)) {
    return sayDecimal(text.replaceAll(",", ""), ".", region);
  }
  if (/^[1-9]\d{0,2}([ \u00A0]\d{3})+$/.test(text)) return sayDecimal(text.replace(/[ \u00A0]/g, ""), ",", region);
  if (/^\d+$/.test(text)) return sayPlain(text, region);
  if (/^\d+,\d+$/.test(text)) return sayDecimal(text, ",", region);
  return Array.from(text.matchAll(/\d+|[.,]/g), ([part]) => marks[part] ?? sayPlain(part, region)).join(" ");
}

/** A number of something: it is no account, however long. */
export const sayAmount = (text: string, region: Region): string =>
  /^\d+$/.test(text) ? cardinal(text, region) : sayNumber(text, region);

/** Two ends of a range, "ba đến năm". */
export const sayRange = (from: string, to: string, region: Region, sayOne = sayAmount): string =>
  to ? `${sayOne(from, region)} đến ${sayOne(to, region)}` : sayOne(from, region);

const marks: Record<string, string> = { ".": "chấm", ",": "phẩy" };

const sayPlain = (digits: string, region: Region): string =>
  digits.length > longestPlainNumber ? sayDigits(digits) : cardinal(digits, region);

function sayDecimal(text: string, mark: "." | ",", region: Region): string {
  const [whole = "", decimals = ""] = text.split(mark);
  if (!decimals) return cardinal(whole, region);
  const tail = decimals.length > 2 ? sayDigits(decimals) : cardinal(decimals, region);
  return `${cardinal(whole, region)} ${marks[","]} ${tail}`;
}

const scores = "tỷ số|tỉ số|thắng|thua|hòa|hoà|dẫn|kết quả|chung cuộc";

export const rangeRule: Rule = {
  name: "range",
  pattern: sticky(
    `(?!${after(scores)}|(?<=\\d[-–]))(?<from>${number})${gap}[-–]${gap}(?<to>${number})${edge}(?![-–/]\\d)(?<noun>(?=[ \\u00A0]\\p{Ll})|)`,
    "i",
  ),
  say: ({ from = "", to = "" }, region) =>
    amountOf(from) < amountOf(to) ? sayRange(from, to, region, sayNumber) : null,
};

const amountOf = (text: string): number => Number(text.replaceAll(".", "").replace(",", "."));

/** 50k-100k, 2%-3%: a line between two amounts that each have their sign. */
export const spanRule: Rule = {
  name: "range",
  pattern: sticky(
    `(?<=\\d(?:k|tr|triệu|tỷ|tỉ|đ|₫|%|°|°C|kg|km|cm|m))${gap}[-–]${gap}(?=\\d)(?!-\\d{3}\\.?\\d{2}${edge})`,
    "i",
  ),
  say: () => " đến ",
};

/** Only where a minus can be nothing else: behind a hyphen at the start of a line comes an item of a list. */
export const minusRule: Rule = {
  name: "minus",
  pattern: sticky("(?:−|(?<=[ \\u00A0(])-)(?=\\d)"),
  say: () => "âm",
};

/** Everything else made of digits, to the end of the run: the last rule, so no digit reaches the engine. */
export const numberRule: Rule = {
  name: "number",
  pattern: sticky(`(?:${number}${edge}(?![.,]?\\d)|\\d+)`),
  say: ({ all = "" }, region) => sayNumber(all, region),
};
