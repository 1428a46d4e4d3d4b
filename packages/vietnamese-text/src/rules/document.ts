import { documentParts, wordsOf } from "../data";
import { spell } from "../letters";
import { sayCode, sayShort } from "../mixed-code";
import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { rule, sticky } from "../rule";
import { isSyllable } from "../syllable";

/** NĐ, TTg, QH14: known abbreviations in words, others spelled out. */
function sayDocumentPart(part: string, options: ReadingOptions): string {
  const [, letters = "", digits = ""] = /^(\D+)(\d*)$/.exec(part) ?? [];
  const words = documentParts[letters] ?? (letters.length > 2 ? wordsOf(letters) : undefined);
  if (words) return `${words}${digits && ` khóa ${cardinal(digits, options)}`}`;
  return isSyllable(letters) ? sayCode(part, options) : `${spell(letters)} ${sayShort(digits, options)}`.trim();
}

/** CT in CT-VKS is an indictment by a prosecutor; elsewhere it is a directive. */
const sayParts = (maker: string, options: ReadingOptions): string =>
  maker
    .replace(/^CT(?=-VKS)/, "CTR")
    .split(/[-–.&]/)
    .map((part) => sayDocumentPart(part, options))
    .join(" ");

const maker = "(?<maker>[A-ZĐƯ]{1,8}(?:Tg|r)?\\d{0,2}(?:[-–.&][A-ZĐƯ]{1,10}(?:Tg|r)?\\d{0,2}){0,4})";

/** Nghị định 100/2019/NĐ-CP, hợp đồng 12-2025/HĐKT, bản án 12/2023/HS-ST: number, year and issuer. */
const document = rule({
  name: "document",
  begins: "digit",
  behindDigits: "/-",
  pattern: sticky(`(?<number>\\d{1,5})[/-](?<year>[12]\\d{3})/${maker}(?![\\p{L}\\d])`),
  verbalize: ({ number = "", year = "", maker = "" }, options) =>
    `${cardinal(String(Number(number)), options)}, ${cardinal(year, options)}, ${sayParts(maker, options)}`,
});

/** 123/QĐ-UBND, 05/HĐ-2024. */
const undated = rule({
  name: "document",
  begins: "digit",
  behindDigits: "/",
  pattern: sticky(
    `(?<number>\\d{1,5})/(?=[A-ZĐƯ]{1,8}(?:Tg|r)?-)(?:(?<kind>[A-ZĐƯ]{2,8})-(?<year>20\\d\\d)|${maker})(?![\\p{L}\\d])`,
  ),
  verbalize: ({ number = "", kind = "", year = "", maker = "" }, options) =>
    `${cardinal(String(Number(number)), options)}, ${sayParts(kind || maker, options)}${year && ` ${cardinal(year, options)}`}`,
});

/** 57-NQ/TW, 126-KL/TW: a party document. */
const ofParty = rule({
  name: "document",
  begins: "digit",
  behindDigits: "-",
  pattern: sticky(
    "(?<number>\\d{1,4})-(?<kind>NQ|KL|CT|QĐ|TB|HD|QC|CV)/(?<maker>TW|TƯ|TU|BCĐ|BTC)(?:TW|TƯ)?(?![\\p{L}\\d])",
  ),
  verbalize: ({ number = "", kind = "", maker = "" }, options) =>
    `${cardinal(String(Number(number)), options)}, ${sayDocumentPart(kind, options)} ${sayDocumentPart(maker, options)}`,
});

/** NĐ-CP, QĐ-TTg: type and issuer without a number. */
const issuer = rule({
  name: "document",
  begins: "letter",
  pattern: sticky(
    "(?<maker>(?:NĐ|QĐ|TT|NQ|CT|KH|TB|TTr|CV)-(?:CP|TTg|UBND|HĐND|BYT|BTC|BCA|BGDĐT|NHNN|QH|TW|TƯ|BHXH|BTP|BNV|BCT|BXD|BGTVT))(?![\\p{L}\\d])",
  ),
  verbalize: ({ maker = "" }, options) => sayParts(maker, options),
});

const law = "BL|Bộ luật|[Ll]uật|NĐ|Nghị định|HĐ|[Hh]ợp đồng|TT|Hiến pháp|[Qq]uy chế|[Nn]ội quy|L[A-ZĐ]{2}";

/** K.4 Đ.174 BLHS, theo Đ.5.2 của HĐ: a clause and an article. */
const clause = rule({
  name: "document",
  begins: "letter",
  first: "KkĐđ",
  pattern: sticky(
    `(?:(?<clause>[Kk]\\.? ?(?<first>\\d{1,2})),? (?=[Đđ]\\.? ?\\d|[Đđ]iều \\d))?(?:[Đđ]\\.? ?(?<article>\\d{1,3})(?<parts>(?:\\.\\d{1,2}){0,2})(?![\\p{L}\\d/]|[.,-]\\d)(?=(?<behind> (?:của )?(?:${law})|)))?`,
  ),
  verbalize({ clause = "", first = "", article = "", parts = "", behind = "", before = "" }, options) {
    if (!clause && !(article && (behind || cited.test(before)))) return null;
    const lead = clause && `khoản ${cardinal(first, options)} `;
    const below = parts.replace(/\.(\d+)/g, (_, digits: string) => ` chấm ${cardinal(digits, options)}`);
    return `${lead}${article && `điều ${cardinal(article, options)}${below}`}`;
  },
});

const cited = /(?:khoản \d{1,2},?|điểm \p{L}|theo|căn cứ|quy định tại|nêu tại|vi phạm|trái)[ \u00A0]$/iu;

export const documentRules = [clause, document, undated, ofParty, issuer];
