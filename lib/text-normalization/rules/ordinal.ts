import { sayName } from "../numbers";
import { after, edge, gap, rule, sticky } from "../rule";

/** Thứ 1, hạng 1, giải 1: the first. */
const first = rule({
  name: "ordinal",
  begins: "digit",
  pattern: sticky(`${after("thứ|hạng|giải|lần thứ")}1${edge}(?!${gap}[.,/-]\\d)`, "i"),
  say: () => "nhất",
});

/** Thứ 4, tháng 4, quý 4: where four names and does not count. */
const later = rule({
  name: "ordinal",
  begins: "digit",
  pattern: sticky(`${after("thứ|tháng|quý")}(?<digits>\\d{1,3})${edge}(?!${gap}[.,/]\\d|[-–]\\d)`, "i"),
  say: ({ digits = "" }, options) => sayName(digits, options),
});

/** In the order in which they are tried. */
export const ordinalRules = [first, later];
