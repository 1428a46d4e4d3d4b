import { currencies } from "../data";
import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { anyOf, edge, endsWith, gap, number, rangeDash, rule, spacedNumber, sticky } from "../rule";
import { partsOf, sayNumber } from "../written-number";

/** Signs and codes that are written before an amount. */
const signsBefore = "US$|$|€|£|¥|₩|₹|฿|₽|₫|USD|EUR|VND";

/** Two decimals of these are cents: $10,50. */
const withCents = new Set(["$", "€", "US$"]);

const codesInSmallLetters = Object.keys(currencies).filter((key) => /^[A-ZĐ]{3}$/.test(key));
const named = anyOf([...Object.keys(currencies), ...codesInSmallLetters.map((code) => code.toLowerCase())]);
const nameOf = (mark: string): string => currencies[mark] ?? currencies[mark.toUpperCase()] ?? mark;

/** The unit of a price: 500.000đ/tháng. */
const eachWords: Record<string, string> = {
  kg: "ki lô gam",
  g: "gam",
  m2: "mét vuông",
  "m²": "mét vuông",
  m3: "mét khối",
  "m³": "mét khối",
  m: "mét",
  km: "ki lô mét",
  h: "giờ",
  l: "lít",
  kWh: "ki lô oát giờ",
  tr: "triệu",
  th: "tháng",
  ng: "người",
  sp: "sản phẩm",
  USD: "đô la Mỹ",
  GD: "giao dịch",
  CP: "cổ phần",
  cp: "cổ phần",
  KH: "khách hàng",
  sv: "sinh viên",
  c: "cái",
  p: "phút",
  HS: "học sinh",
  SV: "sinh viên",
  TC: "tín chỉ",
  SMS: "ét em ét",
  GB: "gi ga bai",
  SP: "sản phẩm",
  HV: "học viên",
};
const each = `(?:${gap}/${gap}(?:1 |một )?(?<each>(?:${anyOf(Object.keys(eachWords))}|\\p{Ll}{2,8})(?!\\p{L})(?:/(?:th|tháng|năm|ngày|đêm|h|giờ)(?!\\p{L}))?))?`;
const sayEach = (each: string) =>
  each
    ? each
        .split("/")
        .map((part) => ` một ${eachWords[part] ?? part}`)
        .join("")
    : "";

const scale = "(?<scale>[kK]|tr|Tr|TR|ty)";
const scaleName = (scale: string, options: ReadingOptions): string => {
  const lower = scale.toLowerCase();
  if (["k", "nghìn", "ngàn"].includes(lower)) return lower === "ngàn" ? "ngàn" : options.thousand;
  if (lower === "tr") return "triệu";
  return lower === "ty" || lower === "tỉ" ? "tỷ" : lower;
};

/** 8.790K: thousands of thousands are millions. */
function sayThousands(text: string, options: ReadingOptions): string {
  const { whole = "", decimals } = partsOf(text, "amount") ?? {};
  const isLarge = !decimals && whole.length > 3 && whole.length < 8;
  return isLarge ? cardinal(`${whole}000`, options) : `${sayNumber(text, options, "amount")} ${options.thousand}`;
}

/** An amount with its currency; two decimals of a dollar or euro are cents. */
function sayAmount(text: string, mark: string, options: ReadingOptions): string {
  const parts = partsOf(text, "currency");
  const { whole = "", decimals = "" } = parts ?? {};
  if (withCents.has(mark) && decimals.length === 2 && /[1-9]/.test(decimals)) {
    const coins = `${cardinal(String(Number(decimals)), options)} xu`;
    return Number(whole) === 0 ? coins : `${cardinal(whole, options)} ${nameOf(mark)} ${coins}`;
  }
  // Zero cents are not spoken.
  const written = /^00$/.test(decimals) ? whole : text;
  return `${sayNumber(written, options, "currency")} ${nameOf(mark)}`;
}

const signed = "(?<sign>[-−+])?";
/** A bank's message about an account, where a minus sign means a debit. */
const sms =
  /(?<!\p{L})(?:GD|PS|TK|tài khoản|tai khoan|số dư|so du|biến động|bien dong|giao dịch|giao dich|số tiền|so tien)[^.\n\p{L}]*(?:\p{Lu}{2,6}[^.\n\p{L}]*)?$/iu;

const saySign = (sign: string, before: string): string => {
  if (!sign) return "";
  if (sign === "+") return "cộng ";
  return sms.test(before) ? "trừ " : "âm ";
};

/** $20, $10,50, €1.500, US$5 triệu, $10-$20. */
const before = rule({
  name: "money",
  begins: ["mark", "letter"],
  pattern: sticky(
    `(?<![\\p{L}/])${signed}(?<mark>${anyOf(signsBefore.split("|"))})${gap}(?<from>${number})(?:${rangeDash}\\k<mark>?(?<to>${number}))?(?:${gap}(?<scale>nghìn|ngàn|triệu|tỷ|tỉ|[kKMB](?!\\p{L})))?${each}${edge}`,
  ),
  verbalize({ sign = "", mark = "", from = "", to = "", scale = "", each = "", before = "" }, options) {
    const scaleWords: Record<string, string> = { M: "triệu", B: "tỷ" };
    const scaled = scaleWords[scale] ?? (scale && scaleName(scale, options));
    const one = (text: string) =>
      scaled ? `${sayNumber(text, options, "amount")} ${scaled} ${nameOf(mark)}` : sayAmount(text, mark, options);
    return `${saySign(sign, before)}${one(from)}${to ? ` đến ${one(to)}` : ""}${sayEach(each)}`;
  },
});

/** 500.000đ, 20 USD, 10 usd, 100.000-200.000 đồng, 5 triệu đồng/tháng. */
const behind = rule({
  name: "money",
  begins: ["digit", "mark"],
  first: "0123456789-−+",
  pattern: sticky(
    `(?:(?<=^|[\\s(:])(?<sign>[-−+]))?(?<from>${spacedNumber}|${number})(?:${rangeDash}(?<to>${spacedNumber}|${number}))?${gap}(?:(?<scale>nghìn|ngàn|triệu|tỷ|tỉ|tr|[kK])${gap})?(?<mark>${named})${each}${edge}`,
  ),
  verbalize({ sign = "", from = "", to = "", scale = "", mark = "", each = "", before = "", all = "" }, options) {
    // "Thưởng 50tr BTC": a committee behind an amount of money.
    if (/[ \u00A0]Đ$/.test(all) || (mark === "BTC" && scale)) return null;
    const scaled = scale && `${scaleName(scale, options)} `;
    const one = (text: string) =>
      scaled ? `${sayNumber(text, options, "amount")} ${scaled}${nameOf(mark)}` : sayAmount(text, mark, options);
    const range = to ? `${sayNumber(from, options, "currency")} đến ${one(to)}` : one(from);
    return `${saySign(sign, before)}${range}${sayEach(each)}`;
  },
});

/** Digits after a scale, padded to three: 1tr2 is one million two hundred thousand. */
function sayRest(rest: string, scale: string, options: ReadingOptions): string {
  const below = { tỷ: "triệu", triệu: options.thousand, nghìn: "", ngàn: "" }[scale];
  if (below === undefined) return "";
  const value = cardinal(String(Number(rest.padEnd(3, "0"))), options);
  const missing = /^0/.test(rest) ? "không trăm " : "";
  const gapWord = missing && Number(rest) < 10 && rest.length === 3 ? `${options.emptyTen} ` : "";
  return ` ${missing}${gapWord}${value}${below && ` ${below}`}`;
}

/** 1tr2, 2tr5, 3tỷ2, 1k5: a scale and the digits after it. */
const shortWithRest = rule({
  name: "money",
  begins: "digit",
  pattern: sticky(
    `(?<whole>\\d{1,4})(?:(?<scale>[kK]|tr|Tr|TR|triệu|tỷ|tỉ|ty)(?<rest>\\d{1,3})|${gap}(?<scale2>triệu|tỷ|tỉ)[ \\u00A0](?<rest2>\\d{3})(?= ?(?:đ|₫|đồng|VN[DĐ])(?!\\p{L})))${gap}(?<mark>đ|₫|VN[DĐ]|vn[dđ]|đồng)?${each}${edge}(?![.,-]?\\d|/\\d(?!\\d{0,2} ?\\p{Ll}))`,
  ),
  verbalize({ whole = "", scale = "", rest = "", scale2 = "", rest2 = "", mark = "", each = "" }, options) {
    const name = scaleName(scale || scale2, options);
    const tail = Number(rest || rest2) === 0 ? "" : sayRest(rest || rest2, name, options);
    return `${cardinal(whole, options)} ${name}${tail}${mark && " đồng"}${sayEach(each)}`;
  },
});

const shortAmount = "\\d{1,4}(?:[.,]\\d{1,2})?(?:tr|Tr|TR|tỷ|tỉ|k|K)\\d{0,3}";
const splitShort = /^([\d.,]+)(\D+)(\d*)$/;

/** 1tr5-3tr: a range of such amounts. */
const shortRange = rule({
  name: "money",
  begins: "digit",
  pattern: sticky(
    `(?=[\\d.,]{1,7}(?:tr|Tr|TR|tỷ|tỉ|k|K)\\d{1,3}${rangeDash}|[\\d.,]{1,7}(?:tr|Tr|TR|tỷ|tỉ)${rangeDash})(?<from>${shortAmount})${rangeDash}(?<to>${shortAmount})(?<mark>đ|₫)?${each}${edge}(?!-?\\d)`,
  ),
  verbalize({ from = "", to = "", mark = "", each = "" }, options) {
    const one = (text: string) => {
      const [, whole = "", scale = "", rest = ""] = splitShort.exec(text) ?? [];
      const name = scaleName(scale, options);
      const tail = Number(rest) === 0 ? "" : sayRest(rest, name, options);
      return `${sayNumber(whole, options, "amount")} ${name}${tail}`;
    };
    return `${one(from)} đến ${one(to)}${mark && " đồng"}${sayEach(each)}`;
  },
});

/** 15,000d, 0d: đồng in unaccented text. */
const unmarked = rule({
  name: "money",
  begins: "digit",
  behindDigits: ".,d",
  pattern: sticky(`(?<amount>\\d{1,3}(?:[.,]\\d{3}){1,4}|0)d${each}${edge}`),
  verbalize: ({ amount = "", each = "" }, options) => `${sayNumber(amount, options, "currency")} đồng${sayEach(each)}`,
});

/** Giá 3 tỷ 5: tenths after the scale, at the end of a phrase. */
const tenth = rule({
  name: "money",
  begins: "digit",
  pattern: sticky(
    `(?<whole>\\d{1,4}) (?<scale>triệu|tỷ|tỉ) (?<rest>[1-9])(?<mark> đồng| ?đ)?(?=$|[\\n,;.!?)](?!\\d)| (?:một|mỗi|thôi|nha|nhé|ạ|là|và|thì|nhưng|còn|bao)(?!\\p{L}))`,
  ),
  verbalize({ whole = "", scale = "", rest = "", mark = "" }, options) {
    const name = scaleName(scale, options);
    return `${cardinal(whole, options)} ${name}${sayRest(rest, name, options)}${mark && " đồng"}`;
  },
});

const cardinalLength = (text: string): number => partsOf(text, "amount")?.whole.length ?? 0;

/** 10k, 500k/đêm, 50-100k, 2tr-5tr, 1,5tr, but not the license plate 30K-999.99. */
const short = rule({
  name: "money",
  begins: "digit",
  pattern: sticky(
    `(?<from>${number})(?:${rangeDash}(?<to>${number}))?${gap}${scale}(?<mark>đ|₫)?${each}${edge}(?!-\\d{3}\\.?\\d{2}${edge})`,
  ),
  verbalize({ from = "", to = "", scale = "", mark = "", each = "", all = "" }, options) {
    if (/[ \u00A0](?:k|K|ty)/.test(all)) return null;
    const isThousand = /k/i.test(scale);
    const last = isThousand
      ? sayThousands(to || from, options)
      : `${sayNumber(to || from, options, "amount")} ${scaleName(scale, options)}`;
    // 500-1.200k: the first number is in thousands, too.
    const first =
      isThousand && cardinalLength(to) > 3 ? sayThousands(from, options) : sayNumber(from, options, "amount");
    return `${to && `${first} đến `}${last}${mark && " đồng"}${sayEach(each)}`;
  },
});

const moneyWords = endsWith(
  "giá|bán|bán rẻ|bán gấp|giao dịch|mua|tiền|vốn|lãi|lỗ|nợ|vay|trả|chốt|thu|chi|cọc|đất|nhà|căn|lô|khoảng|tầm|hơn|gần|còn|chỉ|cho|doanh thu|lợi nhuận|ngân sách|ra|đến",
);

/** Giá 1t2, 1t-2t: billions, only in the context of money. */
const billions = rule({
  name: "money",
  begins: "digit",
  pattern: sticky(
    `(?<from>\\d{1,4}(?:[.,]\\d{1,2})?)t(?:(?<rest>\\d{1,3})|${rangeDash}(?<to>\\d{1,4}(?:[.,]\\d{1,2})?)t)?${edge}(?=(?<next>[ \\u00A0](?:căn|nhà|lô|đất|mảnh|miếng|biệt thự)(?!\\p{L})|))`,
  ),
  verbalize({ from = "", rest = "", to = "", before = "", next = "" }, options) {
    const isPrice = next && !/(?:bé|cháu|con)[ \u00A0]$/i.test(before);
    if (!to && !isPrice && !moneyWords.test(before)) return null;
    const last = to ? ` đến ${sayNumber(to, options, "amount")} tỷ` : "";
    return `${sayNumber(from, options, "amount")} tỷ${rest && sayRest(rest, "tỷ", options)}${last}`;
  },
});

/** In order of precedence. */
export const moneyRules = [before, shortRange, unmarked, shortWithRest, tenth, behind, short, billions];
