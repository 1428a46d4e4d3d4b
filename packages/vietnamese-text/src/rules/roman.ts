import { spell } from "../letters";
import { cardinal, sayYear } from "../numbers";
import { after, edge, rule, sticky } from "../rule";

const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

export function valueOfRoman(text: string): number {
  const numbers = Array.from(text.toUpperCase(), (letter) => values[letter] ?? 0);
  return numbers.reduce((sum, value, at) => sum + (value < (numbers[at + 1] ?? 0) ? -value : value), 0);
}

const heads =
  "TK|GĐ|CK|thế kỷ|thế kỉ|thế kỷ thứ|thế kỉ thứ|chương|khóa|khoá|quý|phần|mục|tiểu mục|điều|khoản|đoạn|phụ lục|đại hội|đại hội đảng|lần thứ|thứ|tập|kỳ|kỳ họp thứ|hạng|hạng mục|loại|cấp|bậc|đợt|vòng|đệ nhất|thế chiến|thế chiến thứ|thế giới|thế giới thứ|quân khu|quân đoàn|đời|hồi|quyển|cuốn|bài|khu vực|vùng|kiểu|nhóm|độ|giai đoạn|bảng|trung đoàn|học kỳ|số|biểu|mẫu|thời kỳ|mũi|Killip|NYHA|ASA|Forrest|HPT|hạ phân thùy|phân thùy|típ|týp|tuýp|type|cấp độ|phân độ|gđ|CLB TP\\.? ?HCM|câu lạc bộ TP\\.? ?HCM|nữ TP\\.? ?HCM";
export const romanNumeral = "(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})";

/** A single letter is a number only if it is I, V or X: an appendix C is a letter. */
const isNumber = (text: string) => text.length > 1 || /[IVX]/i.test(text);

const sayRoman = (text: string, before: string, say: (value: string) => string): string => {
  const value = valueOfRoman(text);
  if (value === 1 && /(?:^|\P{L})(?<!thế kỷ |thế kỉ )thứ[ \u00A0]$/iu.test(before)) return "nhất";
  return value === 4 && /(?:quý|thứ)[ \u00A0]$/i.test(before) ? "tư" : say(String(value));
};

/** Thế kỷ XXI, chương IV, quý IV. */
const capital = rule({
  name: "roman",
  begins: "letter",
  first: "IVXLCDM",
  pattern: sticky(
    `${after(heads)}(?<roman>${romanNumeral})(?<more>(?:(?:, | và |[-–]| [-–] )${romanNumeral}(?![\\p{L}\\d])){0,5})(?:/(?<year>[12]\\d{3})|(?<parts>(?:\\.\\d{1,2}){1,3})(?!\\d))?${edge}(?!\\.[\\p{Lu}])`,
    "i",
  ),
  verbalize({ before = "", roman = "", more = "", year = "", parts = "" }, options) {
    // Lower case has its own rule, since it may be a word: "chương vi".
    if (roman !== roman.toUpperCase() || /[ivxlcdm]/.test(more.replace(/và/g, "")) || !isNumber(roman)) return null;
    const say = (text: string) => sayRoman(text, before, (value) => cardinal(value, options));
    const others = more.replace(/ ?[-–] ?/g, " đến ").replace(/[IVXLCDM]+/g, say);
    const below = parts.replace(/\.(\d+)/g, (_, digits: string) => ` chấm ${cardinal(digits, options)}`);
    return `${say(roman)}${others}${below}${year && ` năm ${sayYear(year, options)}`}`;
  },
});

/** HPT VI, ĐH XIII: after consonants that are no word. */
const behindInitials = rule({
  name: "roman",
  begins: "letter",
  first: "IVX",
  pattern: sticky(
    `(?<=(?<![\\p{L}\\d])[BCDĐGHKLMNPQRST]{2,5}[ \\u00A0])(?<roman>(?=[IVX]{2})X{0,2}(?:IX|IV|V?I{0,3}))${edge}(?![ \\u00A0]\\p{Lu}{2})`,
  ),
  verbalize: ({ roman = "" }, options) => cardinal(String(valueOfRoman(roman)), options),
});

/** XXX giọt/phút: the number of drops in a prescription. */
const drops = rule({
  name: "roman",
  begins: "letter",
  first: "IVXL",
  pattern: sticky("(?<![\\p{L}\\d])(?<roman>(?=[IVXL]{2})X{0,3}L?X{0,3}(?:IX|IV|V?I{0,3}))(?=[ ]giọt)"),
  verbalize: ({ roman = "" }, options) => cardinal(String(valueOfRoman(roman)), options),
});

/** Giai đoạn IIB, độ IIIa: a number with a letter suffix. */
const staged = rule({
  name: "roman",
  begins: "letter",
  first: "IVX",
  pattern: sticky(
    `(?=I{1,3}[A-D]|IV[A-D])${after("giai đoạn|GĐ|gđ|độ|nhóm|loại|típ|type|týp|phân độ|bậc|hạng|lớp|khu|cấp|K")}(?<roman>I{1,3}|IV)(?<part>[A-Da-d])(?<more>\\d?)${edge}`,
    "i",
  ),
  verbalize: ({ roman = "", part = "", more = "" }, options) =>
    roman !== roman.toUpperCase()
      ? null
      : `${cardinal(String(valueOfRoman(roman)), options)} ${spell(part)}${more && ` ${cardinal(more, options)}`}`,
});

/** Suy tim II, Thế vận hội XXXII: II, or three letters and more, after a lower-case word are always a number. */
const strokes = rule({
  name: "roman",
  begins: "letter",
  first: "IVX",
  pattern: sticky(
    `(?=II(?![IVX])|[IVX]{3})(?!XXX(?![IVX]))(?<=\\p{Ll}[\\p{Ll}\\p{M}]?[ \\u00A0])(?<!\\p{Lu}[\\p{Ll}\\p{M}]{1,12}[ \\u00A0])(?<roman>X{0,3}(?:IX|IV|V?I{0,3}))${edge}(?!\\.\\p{L}|[-–/])`,
  ),
  verbalize: ({ roman = "" }, options) => cardinal(String(valueOfRoman(roman)), options),
});

const smallHeads =
  "thế kỷ|thế kỉ|chương|khóa|khoá|quý|phần|mục|điều|khoản|đoạn|phụ lục|đại hội|thứ|lần thứ|hạng|kỳ|tập";

/** Lower-case numerals that are also Vietnamese words: điều vi phạm, phần xi măng. */
const words = new Set(["vi", "xi", "mi", "li", "di", "ci"]);

/** Chương iv, phần ix. Those that are also words (vi, xi, mi) only when no word follows. */
const small = rule({
  name: "roman",
  begins: "letter",
  first: "ivxlcdm",
  pattern: sticky(
    `(?=[ivxlcdm]+(?![\\p{L}\\p{M}]))${after(smallHeads)}(?<roman>(?=[ivxlcdm])m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))${edge}(?!\\.\\p{L})(?=(?<next>[ \\u00A0]\\p{L})|)`,
    "i",
  ),
  verbalize({ before = "", roman = "", next = "" }, options) {
    if (roman !== roman.toLowerCase() || !isNumber(roman)) return null;
    if (next && (roman.length === 1 || words.has(roman))) return null;
    return sayRoman(roman, before, (value) => cardinal(value, options));
  },
});

const rulers =
  "[Vv]ua|[Nn]ữ hoàng|[Hh]oàng đế|[Gg]iáo hoàng|[Ss]a hoàng|[Qq]uốc vương|[Nn]ữ vương|[Hh]oàng tử|[Đđ]ức vua";

/** Vua Louis XIV, Giáo hoàng Gioan Phaolô II: after a ruler's name. */
const ruler = rule({
  name: "roman",
  begins: "letter",
  first: "IVX",
  pattern: sticky(
    `(?<=(?<!\\p{L})(?:${rulers})(?:[ \\u00A0]\\p{Lu}[\\p{L}\\p{M}-]{1,15}){1,3}[ \\u00A0])(?<roman>(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3}))${edge}`,
  ),
  verbalize: ({ roman = "" }, options) => cardinal(String(valueOfRoman(roman)), options),
});

/** II. NỘI DUNG: a heading number at the start of a line, of two letters or more. */
const heading = rule({
  name: "roman",
  begins: "letter",
  first: "IVX",
  pattern: sticky("(?<=(?:^|\\n)[ \\t]{0,8})(?<roman>(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3}))(?=[.)/][ \\u00A0]\\p{L})"),
  verbalize: ({ roman = "" }, options) => cardinal(String(valueOfRoman(roman)), options),
});

/** Năm MMXXVI: four letters or more. */
const year = rule({
  name: "roman",
  begins: "letter",
  first: "MDCLXVImdclxvi",
  pattern: sticky(`(?=[MDCLXVImdclxvi]{4})${after("năm")}(?<roman>${romanNumeral})${edge}`, "i"),
  verbalize: ({ roman = "" }, options) => cardinal(String(valueOfRoman(roman)), options),
});

/** Henry VIII, Apollo XI: after a proper noun two letters or more are a number. */
const properNoun = rule({
  name: "roman",
  begins: "letter",
  first: "IVX",
  pattern: sticky(
    `(?<=(?<![\\p{L}\\d])\\p{Lu}[\\p{Ll}\\p{M}]{2,14}[ \\u00A0])(?<roman>(?=[IVX]{2})X{0,2}(?:IX|IV|V?I{0,3}))${edge}(?![.-]\\p{L})`,
  ),
  verbalize: ({ roman = "" }, options) => cardinal(String(valueOfRoman(roman)), options),
});

/** In order of precedence. */
export const romanRules = [staged, capital, drops, behindInitials, small, ruler, heading, year, strokes, properNoun];
