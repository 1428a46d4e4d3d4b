import { cardinal, sayName, sayYear } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { after, dash, edge, type Found, gap, rule, sticky } from "../rule";

export const dayDigits = "(?:0?[1-9]|[12]\\d|3[01])";
export const monthDigits = "(?:0?[1-9]|1[0-2])";
const day = `(?<day>${dayDigits})`;
const month = `(?<month>${monthDigits})`;
const year = "(?<year>[12]\\d{3})";
export const dateEnd = `${edge}(?![/-]?\\d|/)`;

const plain = (digits: string, options: ReadingOptions) => cardinal(String(Number(digits)), options);

/** "ngày" is omitted after a word that implies it, and in street names. */
export function sayDate({ before = "", day = "", month = "", year = "" }: Found, options: ReadingOptions): string {
  const isStated = /(?:ngày|mùng|mồng|rằm|đường|phố|trường)[ \u00A0]$/i.test(before);
  return [
    isStated ? "" : "ngày",
    plain(day, options),
    "tháng",
    sayName(month, options),
    year && `năm ${sayYear(year, options)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

export const isDate = ({ day = "", month = "", year = "2000" }: Found): boolean => {
  const date = new Date(Date.UTC(Number(year || "2000"), Number(month) - 1, Number(day)));
  return Number(day) > 0 && date.getUTCMonth() === Number(month) - 1;
};

const sayIfDate = (found: Found, options: ReadingOptions) => (isDate(found) ? sayDate(found, options) : null);

/** 20/11/2026, 20-11-2026, 20.11.2026. */
const whole = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/.- ",
  pattern: sticky(`${day}(?<mark>[/.-]| [/-] )${month}\\k<mark>${year}${dateEnd}`),
  verbalize: sayIfDate,
});

/** 20/11/26, and 20-11-26 before a time, with two digits in each part. */
const brief = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/-.",
  pattern: sticky(
    `(?=\\d\\d(?:/|\\.\\d\\d\\.\\d\\d(?!\\d)|-\\d\\d-\\d\\d[ \\u00A0]\\d\\d:)|\\d/\\d\\d?/)${day}(?<mark>[/.-])${month}\\k<mark>(?<year>\\d{2})${dateEnd}`,
  ),
  verbalize: sayIfDate,
});

/** 2026-11-20 (ISO 8601), 2026/11/20. */
const iso = rule({
  name: "date",
  begins: "digit",
  behindDigits: "-/.",
  pattern: sticky(
    `${year}(?<mark>[-/.])(?<month>0[1-9]|1[0-2])\\k<mark>(?<day>0[1-9]|[12]\\d|3[01])(?:${dateEnd}|T(?=\\d\\d:))`,
  ),
  verbalize: sayIfDate,
});

const rangeMark = `${gap}${dash}${gap}`;

/** 20-22/11/2026: two days of one month. */
const daysOfMonth = rule({
  name: "date",
  begins: "digit",
  behindDigits: "-–— \u00A0\u202F",
  pattern: sticky(
    `(?!${after("số|nhà|hẻm|ngõ|ngách|kiệt|lô|tỷ số|tỉ số|đạt|điểm")})(?<first>${dayDigits})${rangeMark}${day}/${month}(?:/${year})?${dateEnd}(?!${gap}(?:điểm|mmHg|số))`,
    "i",
  ),
  verbalize({ first = "", before = "", ...last }, options) {
    if (!isDate(last) || Number(first) >= Number(last.day)) return null;
    const lead = /(?:ngày|mùng|mồng)[ \u00A0]$/i.test(before) ? "" : "ngày ";
    return `${lead}${plain(first, options)} đến ${sayDate({ ...last, before: "ngày " }, options)}`;
  },
});

/** 1/1-31/12/2025: a range of days, with the year at the end. */
const spanOfYear = rule({
  name: "date",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `${day}/${month}${rangeMark}(?<day2>${dayDigits})/(?<month2>${monthDigits})/(?<year2>[12]\\d{3})${dateEnd}`,
  ),
  verbalize({ day2 = "", month2 = "", year2 = "", ...first }, options) {
    const last = { day: day2, month: month2, year: year2 };
    return isDate(first) && isDate(last) ? `${sayDate(first, options)} đến ${sayDate(last, options)}` : null;
  },
});

/** 01/01/2025 - 30/06/2025, tháng 9/2025 - tháng 3/2026, 20/12 - 5/1. */
const span = rule({
  name: "range",
  begins: "mark",
  pattern: sticky(
    `(?:(?<=/\\d{4}[ \\u00A0]?)${dash}[ \\u00A0]?(?=${dayDigits}/${monthDigits}/[12]\\d{3}${dateEnd}|tháng \\d|\\d{1,2}/[12]\\d{3}(?!\\d))|(?<=tháng \\d{1,2}[ \\u00A0])${dash}[ \\u00A0](?=tháng \\d))`,
  ),
  verbalize: () => "đến",
});

/** 6/2021 - 3/2023: a range of months. */
const spanOfMonths = rule({
  name: "range",
  begins: "mark",
  pattern: sticky(
    `(?<=(?<![\\d/])${monthDigits}/(?:19|20)\\d{2}[ \\u00A0]?)${dash}[ \\u00A0]?(?=(?:tháng )?${monthDigits}/(?:19|20)\\d{2}${dateEnd})`,
  ),
  verbalize: () => "đến",
});

/** 20.11 and 2.9 after a word that introduces a day. */
const dotted = rule({
  name: "date",
  begins: "digit",
  behindDigits: ".",
  pattern: sticky(
    `${after("ngày|lễ|hôm|sáng|chiều|tối|đêm")}${day}\\.(?=\\d\\d|[1-9](?!\\d))${month}${dateEnd}(?!${gap}(?:đồng|đ|nghìn|ngàn|triệu|tỷ|%|kg|giờ))`,
    "i",
  ),
  verbalize: sayIfDate,
});

/** Th 5, 26 thg 11, 2026; CN, 29 thg 11: as phones and email programs write it. */
const phoneDate = rule({
  name: "date",
  begins: ["digit", "letter"],
  first: "0123456789TtC",
  pattern: sticky(
    `(?:(?:Th (?<weekday>[2-7])|(?<sunday>CN)),? )?${day},? [Tt]hg\\.? ${month}(?:,? ${year})?${dateEnd}|Th (?<alone>[2-7])(?=,? (?:tuần|này|ngày)(?!\\p{L})|,? \\d{1,2}[/:h])|[Tt]hg\\.? (?<only>${monthDigits})(?:,? (?<year2>[12]\\d{3}))?${dateEnd}`,
  ),
  verbalize({ weekday = "", sunday = "", alone = "", only = "", year2 = "", ...found }, options) {
    if (alone) return `thứ ${sayName(alone, options)}`;
    if (only) return `tháng ${sayName(only, options)}${year2 && ` năm ${sayYear(year2, options)}`}`;
    if (!isDate(found)) return null;
    const name = sunday ? "chủ nhật, " : weekday && `thứ ${sayName(weekday, options)}, `;
    return `${name}${sayDate(found, options)}`;
  },
});

/** In order of precedence. */
export const dateRules = [phoneDate, spanOfYear, daysOfMonth, whole, brief, iso, dotted, span, spanOfMonths];
