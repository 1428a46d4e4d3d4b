import { spell } from "../letters";
import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { edge, number, rule, sticky } from "../rule";
import { sayNumber } from "../written-number";

/** Units of one letter, by the noun behind them. */
const byNoun: Record<string, [words: string, nouns: string]> = {
  M: ["triệu", "người|dân|lượt|user|người dùng|USD|đô la|view|lượt xem|thuê bao|tài khoản|bản|đồng|đơn hàng|follower"],
  t: [
    "tấn",
    "cát|đá|sỏi|gạo|lúa|thóc|ngô|thép|sắt|xi măng|hàng|cá|tôm|thủy sản|phân|phân bón|rau|than|quặng|rác|trái cây|hoa quả|cà phê|đường|muối|cam|vải|xoài|nông sản|thịt|gỗ|đất|bột|nhựa|giấy|chè|tiêu|cao su|thức ăn|vật liệu|hóa chất",
  ],
  tỷ: ["tỷ", "đồng|USD|VND|VNĐ|đô la"],
  tr: ["triệu", "đồng|VND|VNĐ|USD|đô la|người|dân|lượt"],
};

const follows = (nouns: string) => `(?=[ \\u00A0](?:${nouns})(?![\\p{L}\\p{M}]))`;

/** 3 M người, 12 t cát, 2 t đồng, 500 tr. đồng: the noun behind a letter decides what it counts. */
const counted = rule({
  name: "unit",
  begins: "digit",
  behindDigits: " .,Mt\u00A0",
  pattern: sticky(
    `(?<count>${number})[ \\u00A0]?(?:(?<M>M)${follows(byNoun.M?.[1] ?? "")}|(?<t>t)${follows(byNoun.t?.[1] ?? "")}|(?<billion>t)${follows(byNoun.tỷ?.[1] ?? "")}|(?<tr>tr\\.)${follows(byNoun.tr?.[1] ?? "")})`,
  ),
  verbalize({ count = "", M, t, billion }, options) {
    const unit = M ? "M" : t ? "t" : billion ? "tỷ" : "tr";
    return `${sayNumber(count, options, "amount")} ${byNoun[unit]?.[0]}`;
  },
});

/** Sách dày 200 tr.: pages, by the noun before them. */
const pages = rule({
  name: "unit",
  begins: "digit",
  behindDigits: " t\u00A0",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:[Ss]ách|[Tt]ruyện|[Tt]iểu thuyết|[Cc]uốn|[Qq]uyển|[Tt]ập|[Vv]ở|[Tt]ài liệu|[Ll]uận văn|[Ll]uận án|[Bb]áo cáo|[Gg]iáo trình|dày)(?: \\p{L}{1,10}){0,3} )(?<count>\\d{1,4})[ \\u00A0]?tr\\.?(?![ \\u00A0]?(?:đ|đồng|VN[DĐ])(?!\\p{L}))${edge}`,
  ),
  verbalize: ({ count = "" }, options) => `${sayNumber(count, options, "amount")} trang`,
});

/** Máy in 35 tr/phút: pages, since money is not counted by the minute. */
const printed = rule({
  name: "unit",
  begins: "digit",
  behindDigits: " t\u00A0",
  pattern: sticky(`(?<count>\\d{1,4})[ \\u00A0]?tr(?:\\.)?/(?:phút|ph|p)${edge}`),
  verbalize: ({ count = "" }, options) => `${sayNumber(count, options, "amount")} trang một phút`,
});

const size = "(?:[2-5]?X{0,3}[SL]|M|FS)";
const sizes: Record<string, string> = { S: "ét", M: "mờ", L: "lờ", FS: "phờ ri sai" };
const saySize = (one: string, options: ReadingOptions): string =>
  sizes[one] ??
  one.replace(/\d/, (digit) => `${cardinal(digit, options)} `).replace(/[A-Z]+/, (letters) => spell(letters));

/** Size S-XL, M - 2XL, XS–L: a range of sizes, from one with an X or behind a word for a size. */
const sizeRange = rule({
  name: "range",
  begins: ["letter", "digit"],
  first: "SMLXF2345",
  pattern: sticky(
    `(?:(?<=(?<!\\p{L})(?:[Ss]ize|SIZE|[Ss]z|[Cc]ỡ|[Ss]ai|[Ss]ố đo)s?:?[ ])|(?=X|[2-5]X|[SML][ ]?[-–][ ]?(?:X|[2-5]X)))(?<from>${size})[ ]?[-–→][ ]?(?<to>${size})${edge}`,
  ),
  verbalize: ({ from = "", to = "" }, options) => `${saySize(from, options)} đến ${saySize(to, options)}`,
});

export const nounRules = [counted, pages, printed, sizeRange];
