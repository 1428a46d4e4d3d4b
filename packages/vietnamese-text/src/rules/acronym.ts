import { airports } from "../data";
import { spell } from "../letters";
import { sayDigits } from "../numbers";
import { edge, type Rule, rule, sticky } from "../rule";
import { isSyllable } from "../syllable";

const longestAcronym = 6;
const run = /\p{Lu}+/uy;
const ends = new RegExp(edge, "uy");
const consonants = /^[BCDĐFGHJKLMNPQRSTVWXZ]+$/;

/** In an all-capitals line a foreign word is no acronym. */
const isShouted = (text: string, at: number, end: number): boolean => {
  const before = /(\p{Lu}{2,})[^\p{L}]{1,2}$/u.exec(text.slice(Math.max(0, at - 12), at))?.[1];
  const behind = /^[^\p{L}]{1,2}(\p{Lu}{2,})/u.exec(text.slice(end, end + 12))?.[1];
  return [before, behind].some((word) => word && isSyllable(word));
};

/** A syllable with this ending always has an accent, so AC and VAP cannot be words. */
const stopped = /[AEIOUY](?:C|P|T|CH)$/;
/** Among all-capitals or unaccented words it may be a word after all. */
const isPlainText = (text: string, at: number, end: number): boolean =>
  !/[\u0300-\u036Fđ]/i.test(
    text.slice(Math.max(0, at - 60), at).normalize("NFD") + text.slice(end, end + 60).normalize("NFD"),
  );

/** VTV, KPMG, UBXH: capitals that cannot be a syllable are spelled out. */
export const acronymRule: Rule = {
  name: "initials",
  begins: ["letter"],
  match(text, at) {
    run.lastIndex = at;
    const letters = run.exec(text)?.[0] ?? "";
    const end = at + letters.length;
    ends.lastIndex = end;
    // A Roman numeral without an introducing word is left as written.
    if (/^[IVX]{2,}$/.test(letters)) return null;
    if (letters.length < 2 || letters.length > longestAcronym || !ends.test(text)) return null;
    const isAcronym =
      consonants.test(letters) ||
      (letters.length <= 5 &&
        !isShouted(text, at, end) &&
        (!isSyllable(letters) || (stopped.test(letters) && !isPlainText(text, at, end))));
    const spoken = isAcronym ? spell(letters) : "";
    return spoken ? { length: letters.length, spoken } : null;
  },
};

/** HAN-SGN: a flight from one airport to another. */
export const flightRule: Rule = {
  name: "code",
  begins: ["letter"],
  match(text, at) {
    const [all = "", from = "", to = ""] =
      /^([A-Z]{3}) ?[-–] ?([A-Z]{3})(?![\p{L}\d])/u.exec(text.slice(at, at + 10)) ?? [];
    const names = [airports[from], airports[to]];
    return names.every(Boolean) ? { length: all.length, spoken: names.join(" đến ") } : null;
  },
};

/** Chuyến VN 213, số hiệu VJ 133: an airline and the number of its flight. */
export const flightNumberRule = rule({
  name: "code",
  begins: "letter",
  first: "ABCEHJKLMNOQSTUV",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:[Cc]huyến|[Cc]huyến bay|[Bb]ay|[Ss]ố hiệu|[Vv]é|[Ff]light):? (?:số )?(?:hiệu )?)(?<airline>VN|VJ|QH|BL|VU|AK|SQ|TG|KE|OZ|JL|NH|CX|EK|QR|MH|TR|CA|CZ|MU|JQ|BR|CI|UA|AF|LH)[ ]?(?<number>\\d{2,4})${edge}(?![.,/-]?\\d)`,
  ),
  verbalize: ({ airline = "", number = "" }) => `${spell(airline)} ${sayDigits(number)}`,
});

/** Cổ phiếu TCM, mã NVL: a ticker is spelled, whatever else its letters stand for. */
export const tickerRule: Rule = {
  name: "initials",
  begins: ["letter"],
  match(text, at) {
    const [letters = ""] = /^[A-Z]{3}(?![\p{L}\d&-])/u.exec(text.slice(at, at + 4)) ?? [];
    const before = text.slice(Math.max(0, at - 60), at);
    const isTicker =
      letters &&
      (shares.test(before) || (/(?<!\p{L})mã[ \u00A0]$/iu.test(before) && moves.test(text.slice(at + 3, at + 12))));
    return isTicker && !foreignTickers.has(letters) ? { length: 3, spoken: spell(letters) } : null;
  },
};

const shares = /(?:cổ phiếu|mã chứng khoán|mã CK|mã CP|HOSE:|HNX:|UPCoM:)[ \u00A0](?:[A-Z]{3}(?:, | và |\/)){0,8}$/iu;
const moves = /^[ \u00A0](?:tăng|giảm|đứng|đóng|chốt|lên|xuống|\(?[-+]\d)/u;

const foreignTickers = new Set(["OTC", "ETF", "VIP"]);

const plural = /^(?:[A-ZĐ]&[A-ZĐ])(?![\p{L}\d])/u;

/** R&D, Q&A: two joined letters. */
export const joinedLettersRule: Rule = {
  name: "initials",
  begins: ["letter"],
  match(text, at) {
    const found = text[at + 1] === "&" ? plural.exec(text.slice(at, at + 4))?.[0] : null;
    return found ? { length: found.length, spoken: `${spell(found[0] ?? "")} và ${spell(found[2] ?? "")}` } : null;
  },
};
