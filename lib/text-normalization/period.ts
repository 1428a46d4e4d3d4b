import { cardinal } from "./cardinal";
import { after, edge, gap, type Region, type Rule, sticky } from "./rule";

const month = "(?<month>0?[1-9]|1[0-2])";
const year = "(?<year>[12]\\d{3})";
const end = `${edge}(?![/-]?\\d|/)`;

/** Where they name and do not count, four is "tư". */
const sayName = (digits: string, region: Region) =>
  Number(digits) === 4 ? "tư" : cardinal(String(Number(digits)), region);

const sayYear = (year: string, region: Region) => year && ` năm ${cardinal(year, region)}`;

/** Thứ 3-5, T2-T6, from Tuesday to Thursday. */
const weekdays: Rule = {
  name: "date",
  pattern: sticky(
    `(?:${after("thứ")}|(?<short>T))(?<first>[2-7])${gap}[-–]${gap}T?(?<last>[2-7])${edge}(?![.,/]\\d)`,
    "i",
  ),
  say: ({ short = "", first = "", last = "" }, region) =>
    `${short && "thứ "}${sayName(first, region)} đến thứ ${sayName(last, region)}`,
};

/** Tháng 4-5, quý 1-2/2026. */
const months: Rule = {
  name: "date",
  pattern: sticky(`${after("tháng|quý")}(?<first>0?[1-9]|1[0-2])${gap}[-–]${gap}${month}(?:/${year})?${end}`, "i"),
  say: ({ before = "", first = "", month = "", year = "" }, region) =>
    `${sayName(first, region)} đến ${/quý/i.test(before) ? "quý" : "tháng"} ${sayName(month, region)}${sayYear(year, region)}`,
};

/** Tháng 11/2026, quý 4/2026. */
const ofYear: Rule = {
  name: "date",
  pattern: sticky(`${after("tháng|quý")}${month}[/-]${year}${end}`, "i"),
  say: ({ month = "", year = "" }, region) => `${sayName(month, region)}${sayYear(year, region)}`,
};

/** Q4/2026. */
const quarter: Rule = {
  name: "date",
  pattern: sticky(`Q(?<quarter>[1-4])(?:[/-]${year})?${end}`),
  say: ({ quarter = "", year = "" }, region) => `quý ${sayName(quarter, region)}${sayYear(year, region)}`,
};

/** Tháng 4 and thứ 4 are said "tư", thứ 1 and hạng 1 "nhất". */
const ordinal: Rule = {
  name: "ordinal",
  pattern: sticky(`${after("thứ|tháng|quý")}(?<digits>\\d{1,3})${edge}(?!${gap}[.,/]\\d)`, "i"),
  say: ({ digits = "" }, region) => sayName(digits, region),
};

const first: Rule = {
  name: "ordinal",
  pattern: sticky(`${after("thứ|hạng|giải|lần thứ")}1${edge}(?![.,/]\\d)`, "i"),
  say: () => "nhất",
};

export const periodRules: readonly Rule[] = [weekdays, months, ofYear, quarter, first, ordinal];
