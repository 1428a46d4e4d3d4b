import { cardinal, sayYear } from "../numbers";
import { after, dash, gap, rule, sticky } from "../rule";
import { periodEnd } from "./period-parts";

/** Năm 2026, giai đoạn 2020-2025, năm học 2025-2026. */
export const years = rule({
  name: "year",
  begins: "digit",
  pattern: sticky(
    `${after("năm|năm học|giai đoạn|niên khóa|nhiệm kỳ|từ năm|sinh năm|SN|mùa giải|vụ|thời kỳ|khóa")}(?<first>[12]\\d{3})(?:${gap}${dash}${gap}(?<last>[12]\\d{3}))?${periodEnd}`,
    "i",
  ),
  verbalize: ({ first = "", last = "" }, options) =>
    [first, last]
      .filter(Boolean)
      .map((digits) => sayYear(digits, options))
      .join(" đến "),
});

/** 2025/26, 2025-2026: a season or school year. */
export const season = rule({
  name: "year",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(`(?<century>19|20)(?<first>\\d{2})/(?:\\k<century>)?(?<last>\\d{2})${periodEnd}`),
  verbalize({ century = "", first = "", last = "" }, options) {
    if ((Number(first) + 1) % 100 !== Number(last)) return null;
    return `${sayYear(century + first, options)} ${cardinal(last, options)}`;
  },
});

/** 1975-1986: two years in increasing order. */
export const yearSpan = rule({
  name: "year",
  begins: "digit",
  behindDigits: "-–— \u00A0\u202F",
  pattern: sticky(
    `(?<first>1[89]\\d{2}|20\\d{2})${gap}${dash}${gap}(?<last>1[89]\\d{2}|20\\d{2})${periodEnd}(?!${gap}(?:đồng|đ|người|USD|kg)(?!\\p{L}))`,
  ),
  verbalize: ({ first = "", last = "" }, options) =>
    Number(first) < Number(last) ? `${sayYear(first, options)} đến ${sayYear(last, options)}` : null,
});
