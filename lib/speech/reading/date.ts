import { cardinal } from "./cardinal";
import { after, edge, type Found, gap, type Region, type Rule, sticky } from "./rule";

const day = "(?<day>0?[1-9]|[12]\\d|3[01])";
const month = "(?<month>0?[1-9]|1[0-2])";
const year = "(?<year>[12]\\d{3})";
const end = `${edge}(?![/-]?\\d|/)`;

const dayWords = "ngày|hôm|mùng|mồng|rằm|sáng|trưa|chiều|tối|đêm|nay|qua|mai|từ|đến|tới|trước|sau|dịp|lễ";

const say = (digits: string, region: Region) => cardinal(String(Number(digits)), region);

/** After a word that says so already, "ngày" is not said again. */
const sayDate = ({ before = "", day = "", month = "", year = "" }: Found, region: Region): string =>
  [
    /(?:ngày|mùng|mồng)[ \u00A0]$/i.test(before) ? "" : "ngày",
    say(day, region),
    "tháng",
    Number(month) === 4 ? "tư" : say(month, region),
    year && `năm ${say(year, region)}`,
  ]
    .filter(Boolean)
    .join(" ");

const isDate = ({ day = "", month = "", year = "2000" }: Found): boolean => {
  const date = new Date(Date.UTC(Number(year || "2000"), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1;
};

const orNothing = (found: Found, region: Region) => (isDate(found) ? sayDate(found, region) : null);

/** 20/11/2026, 20-11-2026, 20.11.2026. */
const whole: Rule = {
  name: "date",
  pattern: sticky(`${day}(?<mark>[/.-])${month}\\k<mark>${year}${end}`),
  say: orNothing,
};

/** 2026-11-20 (ISO 8601). */
const iso: Rule = {
  name: "date",
  pattern: sticky(`${year}-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\\d|3[01])${end}`),
  say: orNothing,
};

/** 2/9, where a word before it says that it is a day. */
const short: Rule = {
  name: "date",
  pattern: sticky(`${after(dayWords)}${day}[/-]${month}${end}`, "i"),
  say: orNothing,
};

/** Ngày 1-5/9, from one day to another of a month. */
const days: Rule = {
  name: "date",
  pattern: sticky(
    `${after("ngày")}(?<first>0?[1-9]|[12]\\d|3[01])${gap}[-–]${gap}${day}/${month}(?:/${year})?${end}`,
    "i",
  ),
  say: ({ first = "", ...last }, region) =>
    isDate(last) ? `${say(first, region)} đến ${sayDate({ ...last, before: "ngày " }, region)}` : null,
};

/** Thứ 3-5, from Tuesday to Thursday. */
const weekdays: Rule = {
  name: "date",
  pattern: sticky(`${after("thứ")}(?<first>[2-7])${gap}[-–]${gap}(?<last>[2-7])${edge}(?![.,/]\\d)`, "i"),
  say: ({ first = "", last = "" }, region) => `${sayWeekday(first, region)} đến thứ ${sayWeekday(last, region)}`,
};

const sayWeekday = (digit: string, region: Region) => (digit === "4" ? "tư" : say(digit, region));

/** Tháng 11/2026. */
const monthOfYear: Rule = {
  name: "date",
  pattern: sticky(`${after("tháng")}${month}[/-]${year}${end}`, "i"),
  say: ({ month = "", year = "" }, region) =>
    `${Number(month) === 4 ? "tư" : say(month, region)} năm ${say(year, region)}`,
};

/** Q4/2026. */
const quarter: Rule = {
  name: "date",
  pattern: sticky(`Q(?<quarter>[1-4])(?:[/-]${year})?${end}`),
  say: ({ quarter = "", year = "" }, region) =>
    `quý ${quarter === "4" ? "tư" : say(quarter, region)}${year && ` năm ${say(year, region)}`}`,
};

/** Tháng 4 and thứ 4 are said "tư", thứ 1 and hạng 1 "nhất". */
const ordinal: Rule = {
  name: "ordinal",
  pattern: sticky(`(?<kind>${after("thứ")}|${after("tháng|quý")})(?<digits>\\d{1,3})${edge}(?!${gap}[.,/]\\d)`, "i"),
  say: ({ all = "", digits = "" }, region) => {
    if (Number(digits) === 4) return "tư";
    return all === "1" ? "một" : say(digits, region);
  },
};

const first: Rule = {
  name: "ordinal",
  pattern: sticky(`${after("thứ|hạng|giải|lần thứ")}1${edge}(?![.,/]\\d)`, "i"),
  say: () => "nhất",
};

export const dateRules: readonly Rule[] = [days, weekdays, whole, iso, short, monthOfYear, quarter, first, ordinal];
