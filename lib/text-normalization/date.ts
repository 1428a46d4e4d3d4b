import { cardinal } from "./cardinal";
import { after, edge, type Found, gap, type Region, type Rule, sticky } from "./rule";

const dayDigits = "(?:0?[1-9]|[12]\\d|3[01])";
const monthDigits = "(?:0?[1-9]|1[0-2])";
const day = `(?<day>${dayDigits})`;
const month = `(?<month>${monthDigits})`;
const year = "(?<year>[12]\\d{3})";
const end = `${edge}(?![/-]?\\d|/)`;

const dayTimes = "ngày|hôm|mùng|mồng|rằm|sáng|trưa|chiều|tối|đêm|nay|qua|mai|nhật";
const occasions = "dịp|lễ|tết|khánh|phụ nữ|lao động|thiếu nhi|mừng|kỷ niệm|kỉ niệm|hạn";
/** Streets are named after great days. */
const places = "đường|phố|quảng trường";
const dayWords = `${dayTimes}|từ|đến|tới|trước|sau|${occasions}|${places}`;

const say = (digits: string, region: Region) => cardinal(String(Number(digits)), region);

/** After a word that says so already, or in the name of a street, "ngày" is not said. */
const sayDate = ({ before = "", day = "", month = "", year = "" }: Found, region: Region): string =>
  [
    /(?:ngày|mùng|mồng|đường|phố|trường)[ \u00A0]$/i.test(before) ? "" : "ngày",
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

/** 20/11/26, and 20-11-26 before a time, with both digits of each part. */
const brief: Rule = {
  name: "date",
  pattern: sticky(
    `(?=\\d\\d(?:/|-\\d\\d-\\d\\d[ \\u00A0]\\d\\d:))${day}(?<mark>[/-])${month}\\k<mark>(?<year>\\d{2})${end}`,
  ),
  say: orNothing,
};

/** 2026-11-20 (ISO 8601). */
const iso: Rule = {
  name: "date",
  pattern: sticky(`${year}-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\\d|3[01])${end}`),
  say: orNothing,
};

/** Nothing is counted behind a date: "sau 3-5 ngày" and "ngày 2-3 lần" are amounts. */
const uncounted = `(?!${gap}(?:lần|viên|giờ|tiếng|ngày|tuần|tháng|phút|độ|tuổi|người|lít|ly|cốc|bữa|cái|con|triệu|nghìn|ngàn|tỷ|tỉ|%|năm(?! (?:nay|ngoái|sau|trước|tới|\\d))))`;

/** 2-9, as some newspapers write it, where a word for a time of day stands before it. */
const hyphened: Rule = {
  name: "date",
  pattern: sticky(`${after(dayTimes)}${day}-${month}${end}${uncounted}`, "i"),
  say: orNothing,
};

const joint = `(?:${gap}[-–]${gap}|, | và | hoặc | đến )`;
const series = `(?<series>${dayDigits}/${monthDigits}(?:${joint}${dayDigits}/${monthDigits}){0,5})${end}${uncounted}`;

/** Each part of a row said in its turn, and "đến" for the line between two. */
const sayRow = (row: string, sayPart: (part: string, at: number) => string): string =>
  row.replace(/[ \u00A0]?[-–][ \u00A0]?/g, " đến ").replace(/\d+(?:\/\d+)?/g, (part, at: number) => sayPart(part, at));

const partsOf = (pair: string) => {
  const [day = "", month = ""] = pair.split("/");
  return { day, month };
};

const pairsOf = (row = "") => (row.match(/\d+\/\d+/g) ?? []).map(partsOf);

function sayPairs({ series = "", before = "" }: Found, region: Region): string | null {
  if (!pairsOf(series).every(isDate)) return null;
  return sayRow(series, (pair, at) => sayDate({ ...partsOf(pair), before: at === 0 ? before : "" }, region));
}

/** 2/9, where a word before it says that it is a day. */
const told: Rule = {
  name: "date",
  pattern: sticky(`(?=\\d\\d?/)(?:${after(`(?:${dayWords}),?`)}|(?<=${after(dayWords)}\\())${series}`, "i"),
  say: sayPairs,
};

const noDays =
  "số|nhà|hẻm|ngõ|ngách|kiệt|lô|tổ|thửa|tỷ lệ|tỉ lệ|tỷ số|tỉ số|phân số|huyết áp|nhịp|điểm|khổ|màn hình|đạt|được|chiếm|khoảng|gần|hơn|bằng|lớp";

/** Of two numbers that may be a fraction, those that hardly are one: 30/4, 08/03, and 2/9, the National Day. */
const isLikelyDate = ({ day, month }: { day: string; month: string }): boolean =>
  Number(day) > Number(month) || /^0/.test(day) || /^0/.test(month) || (day === "2" && month === "9");

/** 30/4 và 1/5: one that can be no fraction tells the others. Before a name it is a house, and 24/7 is always. */
const untold: Rule = {
  name: "date",
  pattern: sticky(
    `(?=\\d\\d?/)(?!${after(noDays)}|24/7${edge})${series}(?!${gap}(?:đường|phố|điểm|sao|mmHg|=))(?=(?<next>[ \\u00A0]?\\p{L}?))`,
    "i",
  ),
  say({ next = "", ...found }, region) {
    return pairsOf(found.series).some(isLikelyDate) && !/\p{Lu}/u.test(next) ? sayPairs(found, region) : null;
  },
};

/** 10/3 âm lịch, 1/6 năm nay. */
const ofYear: Rule = {
  name: "date",
  pattern: sticky(
    `${series}(?=[ \\u00A0](?:âm lịch|dương lịch|hằng năm|hàng năm|năm (?:nay|ngoái|sau|trước|tới|\\d{4})))`,
    "i",
  ),
  say: sayPairs,
};

/** Ngày 1-5/9, các ngày 2, 3 và 4/9: days of one month. */
const days: Rule = {
  name: "date",
  pattern: sticky(
    `${after("ngày")}(?<firsts>${dayDigits}(?:${joint}${dayDigits}){0,5}${joint})${day}/${month}(?:/${year})?${end}`,
    "i",
  ),
  say({ firsts = "", ...last }, region) {
    if (!isDate(last)) return null;
    return sayRow(firsts, (digits) => say(digits, region)) + sayDate({ ...last, before: "ngày " }, region);
  },
};

export const dateRules: readonly Rule[] = [days, whole, brief, iso, hyphened, told, untold, ofYear];
