import { sayAmount, sayNumber, sayRange } from "./number";
import { anyOf, edge, gap, number, type Rule, sticky } from "./rule";

const currencies: Record<string, string> = {
  đ: "đồng",
  "₫": "đồng",
  đồng: "đồng",
  VND: "đồng",
  VNĐ: "đồng",
  $: "đô la",
  USD: "đô la Mỹ",
  EUR: "ơ rô",
  "€": "ơ rô",
  "£": "bảng Anh",
  GBP: "bảng Anh",
  "¥": "yên",
  JPY: "yên Nhật",
  CNY: "nhân dân tệ",
};

const eachWords: Record<string, string> = { kg: "ki lô gam", m2: "mét vuông", "m²": "mét vuông" };

const scales: Record<string, string> = { k: "nghìn", K: "nghìn", tr: "triệu", triệu: "triệu", tỷ: "tỷ", tỉ: "tỷ" };

const named = anyOf(Object.keys(currencies));

/** $20, €1.500. */
const before: Rule = {
  name: "money",
  pattern: sticky(`(?<mark>[$€£¥])${gap}(?<amount>${number})${edge}`),
  say: ({ mark = "", amount = "" }, region) => `${sayAmount(amount, region)} ${currencies[mark]}`,
};

/** What is paid for: 500.000đ/tháng. */
const each =
  "(?:/(?<each>tháng|ngày|giờ|năm|người|đêm|lần|suất|kg|m2|m²|chiếc|cái|phút|buổi|tuần|lít|lượng|chỉ|vé|khách|cuốn|hộp))?";

const spaced = "[1-9]\\d{0,2}(?:[ \\u00A0]\\d{3}){1,4}";

/** 500.000đ, 20 USD, 100.000-200.000 đồng. */
const behind: Rule = {
  name: "money",
  pattern: sticky(
    `(?<from>${spaced}|${number})(?:${gap}[-–]${gap}(?<to>${number}))?${gap}(?<mark>${named})${each}${edge}`,
  ),
  say: ({ from = "", to = "", mark = "", each = "" }, region) =>
    [sayRange(from, to, region), currencies[mark], each && `một ${eachWords[each] ?? each}`].filter(Boolean).join(" "),
};

/** 1tr2, 2tỷ5, 50k, 1k5, but not the plate 30K-999.99. */
const short: Rule = {
  name: "money",
  pattern: sticky(
    `(?<whole>\\d{1,4}(?:[.,]\\d{1,2})?)(?<scale>k|tr|tỷ|tỉ)(?<rest>\\d{1,3})?(?<mark>đ|₫)?${edge}(?!-\\d{3}\\.?\\d{2}${edge})`,
    "i",
  ),
  say({ whole = "", scale = "", rest = "", mark = "" }, region) {
    const scaleWord = scale.toLowerCase() === "k" ? thousandIn(region) : scales[scale.toLowerCase()];
    const tail = [rest && sayNumber(rest, region), mark && "đồng"].filter(Boolean);
    return [sayNumber(whole, region), scaleWord, ...tail].join(" ");
  },
};

const thousandIn = (region: Parameters<Rule["say"]>[1]) => (region === "north" ? "nghìn" : "ngàn");

export const moneyRules: readonly Rule[] = [before, short, behind];
