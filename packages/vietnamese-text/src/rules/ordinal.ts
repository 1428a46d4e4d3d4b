import { sayName } from "../numbers";
import { after, edge, gap, rule, sticky } from "../rule";

/** Thứ 1, hạng 1, giải 1: ordinals with "nhất". */
const first = rule({
  name: "ordinal",
  begins: "digit",
  pattern: sticky(`${after("thứ|hạng|giải|lần thứ")}1${edge}(?!${gap}[.,/-]\\d)`, "i"),
  verbalize: () => "nhất",
});

/** Thứ 4, tháng 4, quý 4, ngã 4: ordinals with "tư". */
const later = rule({
  name: "ordinal",
  begins: "digit",
  pattern: sticky(`${after("thứ|tháng|quý|ngã")}(?<digits>\\d{1,3})${edge}(?!${gap}[.,/]\\d|[-–]\\d)`, "i"),
  verbalize: ({ digits = "" }, options) => sayName(digits, options),
});

/** In order of precedence. */
export const ordinalRules = [first, later];
