import type { Mapped } from "./mapped";

/** How many characters of a kind were replaced or left out. */
export type Count = (kind: "styledCharacters" | "hiddenCharacters" | "lookAlikes", count?: number) => void;

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Soft hyphens, zero width and bidirectional marks, variation selectors, tags; a joiner inside an emoji stays. */
const hidden =
  /(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic}|[\u2640\u2642\u2695\u2696\u2708])|(?!\u200D)\p{Default_Ignorable_Code_Point}|[\u0080-\u0084\u0086-\u009F\uFFF9-\uFFFC]/gu;

const spaces = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

const keycaps = /[0-9#*]\uFE0F?\u20E3/g;

/** Blocks of styled letters, digits and signs, by their compatibility forms or by `ownForms`. */
const styled =
  /[\u{1D400}-\u{1D7FF}\uFF01-\uFF5E\uFFE0-\uFFE6\u2100-\u2115\u2117-\u2121\u2123-\u2125\u2127-\u214F\u215F-\u2188\u2460-\u24FF\u2776-\u2793\u3200-\u33FF\u{1F100}-\u{1F189}\uFB00-\uFB06\uFE50-\uFE6B\u2080-\u208E\u2090-\u209C\u1D00-\u1D7A\u1D9B-\u1DBF\u02B0-\u02B8\u02E0-\u02E4\uA730\uA731\u0250-\u02AF\u2071\u207F\u2C7C\u2C7D\uA7F2-\uA7F9]/gu;

/** Circled and parenthesized numbers, which are no digits of the number beside them. */
const enclosedNumber = /[\u2460-\u249B\u24EA-\u24FF\u2776-\u2793\u3251-\u325F\u32B1-\u32BF]/;

const ownForms: Record<string, string> = {
  "\u24FF": "0",
  "\uFFE9": "\u2190",
  ᴀ: "a",
  ʙ: "b",
  ᴄ: "c",
  ᴅ: "d",
  ᴇ: "e",
  ꜰ: "f",
  ɢ: "g",
  ʜ: "h",
  ɪ: "i",
  ᴊ: "j",
  ᴋ: "k",
  ʟ: "l",
  ᴍ: "m",
  ɴ: "n",
  ᴏ: "o",
  ᴘ: "p",
  ꞯ: "q",
  ʀ: "r",
  ꜱ: "s",
  ᴛ: "t",
  ᴜ: "u",
  ᴠ: "v",
  ᴡ: "w",
  ʏ: "y",
  ᴢ: "z",
  ɑ: "a",
  ɡ: "g",
  ɩ: "i",
  ʋ: "v",
};

/** Kept: their rules read them. */
const keptForms = new Set("℃™℠Ω№℮");

/** A number without an own compatibility form: negative circled 1 to 20, sans-serif circled 1 to 10. */
function dingbatNumber(code: number): number | null {
  if (code >= 0x2776 && code <= 0x2793) return ((code - 0x2776) % 10) + 1;
  if (code >= 0x24eb && code <= 0x24f4) return code - 0x24eb + 11;
  return code >= 0x24f5 && code <= 0x24fe ? code - 0x24f5 + 1 : null;
}

/** The plain form of a styled character; null for one that is no styled letter, digit or sign. */
function plainOf(character: string): string | null {
  if (keptForms.has(character)) return null;
  const own = ownForms[character];
  if (own) return own;
  const code = character.codePointAt(0) ?? 0;
  const number = dingbatNumber(code);
  if (number !== null) return String(number);
  // Negative circled and negative squared capitals.
  if ((code >= 0x1f150 && code <= 0x1f169) || (code >= 0x1f170 && code <= 0x1f189))
    return String.fromCharCode(65 + ((code - 0x1f150) % 32));
  const plain = character
    .normalize("NFKC")
    .replace(/[\u2044\u2215]/g, "/")
    .replace(/\u2212/g, "-");
  return plain === character || /[^\u0020-\u024F\u0370-\u03FF\u1E00-\u1EFF\u2190-\u2193\u2211\u2202\u2207]/.test(plain)
    ? null
    : plain;
}

const signs: Record<string, string> = {
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "―": "—",
  "˗": "-",
  "⁄": "/",
  "∕": "/",
  "∶": ":",
  "꞉": ":",
  "⋅": "·",
  "∙": "·",
  "‧": "·",
  "・": "·",
  "∗": "*",
  "´": "'",
  ʼ: "'",
  ʹ: "′",
  "‚": "'",
  "‛": "'",
  "‹": "'",
  "›": "'",
  "„": "“",
  "‟": "“",
  "❝": "“",
  "❞": "”",
  "〝": "“",
  "〞": "”",
  "⁓": "~",
  "〜": "~",
  "∼": "~",
  "⩽": "≤",
  "≦": "≤",
  "⩾": "≥",
  "≧": "≥",
  "≃": "≈",
  "≅": "≈",
  "【": "[",
  "】": "]",
  "〔": "[",
  "〕": "]",
  "〖": "[",
  "〗": "]",
  "「": "“",
  "」": "”",
  "『": "“",
  "』": "”",
  "《": "“",
  "》": "”",
  "〈": "“",
  "〉": "”",
  "、": ",",
  "。": ".",
  "⸺": "—",
  "\uF0B7": "•",
  "\uF0A7": "▪",
  "\uF0D8": "➢",
  "\uF0FC": "✓",
  "\uF02D": "-",
  Ð: "Đ",
  Ɖ: "Đ",
  ð: "đ",
  ɖ: "đ",
};
const sign = new RegExp(`[${Object.keys(signs).join("")}]`, "g");

/** Cyrillic and Greek letters that look like a Latin one. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  [
    ["АВЕЅІЈКМНОРСТУХЗҮԌԚԜһ", "ABESIJKMHOPCTYX3YGQWh"],
    ["аеорсухіјѕԁԛԝүѵӏкмтнв", "aeopcyxijsdqwyvlkmthb"],
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
    ["οινκρτυα", "oivkptua"],
  ].flatMap(([from = "", to = ""]) => Array.from(from, (letter, at) => [letter, to[at] ?? ""])),
);
const foreignWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+/gu;

/** Not composed to a letter: strikes, underlines, circles around letters, repeated marks. */
const leftoverMarks = /(?<=[\p{Script=Latin}\p{N}\p{P}\p{Zs}])\p{M}+|[\u0332-\u0338\u20D0-\u20FF]/gu;

/** Anything but the letters and signs of ordinary Vietnamese, which no step below changes. */
const unusual = /[^\n\u0020-\u007E\u00C0-\u00CF\u00D1-\u00EF\u00F1-\u00FFĂăĐđĨĩŨũƠơƯư\u1EA0-\u1EF9–—‘’“”…]/;

/**
 * The plain characters that a person sees: line breaks and spaces of every kind, no invisible characters, styled letters,
 * digits and signs in their plain forms, look-alikes inside Latin words as Latin letters, and all of it composed.
 */
export function cleanCharacters(pasted: Mapped, count: Count): Mapped {
  if (!unusual.test(pasted.text)) return pasted;
  let text = pasted
    .replace(lineBreaks, () => "\n")
    .replace(spaces, () => " ")
    .replace(keycaps, ({ 0: all, input, index }) => {
      count("styledCharacters");
      return apart(all.charAt(0), input, index, index + all.length);
    })
    .replace(hidden, ({ 0: character }) => {
      // Emoji need none of theirs to be recognized, and the carriage of a single one is not worth a mention.
      if (!/[\uFE00-\uFE0F\uFEFF]/.test(character)) count("hiddenCharacters");
      return "";
    });
  // 2H₂ + O₂: the number of molecules is none of the formula.
  text = text.replace(/(?<=\d)(?=[A-Z][a-z]?[\u2080-\u2089])/g, () => " ");
  text = text.replace(styled, ({ 0: character, input, index }) => {
    const plain = plainOf(character);
    if (plain === null || isExponent(character, input, index)) return null;
    count("styledCharacters");
    if (enclosedNumber.test(character)) return apart(plain, input, index, index + 1);
    // aₙ and xᵢ are two letters.
    if (
      /[\u1D62-\u1D6A\u2090-\u209C\u2C7C]/.test(character) &&
      /[A-Za-z]$/.test(input.slice(Math.max(0, index - 1), index))
    )
      return ` ${plain}`;
    // log₂8 and x₁2 are no numbers of two digits.
    const isBeforeDigit = /[\u2080-\u2089]/.test(character) && /\d/.test(input[index + 1] ?? "");
    return isBeforeDigit ? `${plain} ` : plain;
  });
  text = text.replace(sign, ({ 0: character }) => signs[character] ?? null);
  text = composed(text).replace(leftoverMarks, () => {
    count("styledCharacters");
    return "";
  });
  return withoutLookAlikes(text, count);
}

/** With spaces where a letter or a digit stands beside it. */
function apart(plain: string, text: string, start: number, end: number): string {
  const before = start > 0 && /[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start));
  const next = text.slice(end, end + 2);
  const after = /^[\p{L}\p{N}]/u.test(next) && !enclosedNumber.test(next);
  return `${before ? " " : ""}${plain}${after ? " " : ""}`;
}

/** 2ⁿ, (a+b)ⁿ: raised letters behind a number, a bracket or a single letter, and before no other letter. */
const isExponent = (character: string, text: string, at: number): boolean =>
  /[ⁿⁱᵃᵇᵏᵐˣʸᵗ]/.test(character) &&
  /(?:[\d)]|(?<![\p{L}\p{M}])[A-Za-z])[⁰¹²³⁴-⁹⁺⁻⁽⁾ⁿⁱᵃᵇᵏᵐˣʸᵗ]{0,4}$/u.test(text.slice(Math.max(0, at - 6), at)) &&
  !/^[⁰¹²³⁴-⁹⁺⁻⁽⁾]?[ⁿⁱᵃᵇᵏᵐˣʸᵗ]?(?:[\p{L}\p{M}]|[ᵃᵇ]{2})/u.test(text.slice(at + 1, at + 5));

function composed(text: Mapped): Mapped {
  if (text.text.normalize("NFC") === text.text) return text;
  return text.replace(
    /\P{M}\p{M}+|[\u0340\u0341\u0374\u037E\u0387\u1FBE\u1FEF\u2000\u2001\u2126\u212A\u212B]/gu,
    ({ 0: all }) => all.normalize("NFC"),
  );
}

function withoutLookAlikes(text: Mapped, count: Count): Mapped {
  if (!/[\u0370-\u052F]/.test(text.text)) return text;
  const isLatinText = /\p{Script=Latin}/u.test(text.text);
  const words = text.text.match(/[\p{Script=Cyrillic}\p{M}]+/gu) ?? [];
  const isCyrillicText = words.some((word) => Array.from(word).some((letter) => !lookAlikes[letter]));
  return text.replace(foreignWord, ({ 0: word }) => {
    const foreign = word.match(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu) ?? [];
    if (foreign.length === 0 || !foreign.every((letter) => lookAlikes[letter])) return null;
    const isMixed = /\p{Script=Latin}/u.test(word);
    // sinα and hν are formulas; a small Greek letter is a Latin one only between Latin letters.
    if (/(?<!\p{Script=Latin}\p{M}*)[α-νπ-ω]|[α-νπ-ω](?!\p{M}*\p{Script=Latin})/u.test(word)) return null;
    // A whole word of look-alikes is taken for Latin letters unless the text has real Cyrillic words or it is Greek.
    if (!isMixed && (!isLatinText || isCyrillicText || /\p{Script=Greek}/u.test(word))) return null;
    count("lookAlikes");
    return Array.from(word, (letter) => lookAlikes[letter] ?? letter)
      .join("")
      .normalize("NFC");
  });
}

/** Bytes of TCVN3 shown as Latin-1: signs and capitals inside words, as in "ViÖt Nam" and "®Çu t­". */
const tcvn3 =
  /\p{L}[¸µ¶·¨¾»¼½©ª«¬\u00AD®§×÷¦][\p{L}]|(?<!\p{L})[®§][\p{L}µ¸¶·«¬ª]|\p{Ll}[ÆÇÈÉÊËÌÎÏÑÒÓÔÕÖØÜÝÞÐ]|\p{L}[µ¸¶·×÷](?!\p{L})|[äåæçëîïñöøûüþÿß]/u;
/** VNI: a vowel followed by the letter that stood for its mark, as in "Vieät Nam" and "hoøa". */
const vni =
  /[aA][äåâùøûõïëêéèúüîöÄÅÂÙØÛÕÏ]|[eE][äâùøûõïëêéèúüàáÄÂÙØÛÕÏ]|[oO][äåâùøûõïëêúüîôöÄÅÂÙØÛÕÏ]|[öÖôÔ][ôøùûõïäâÔØÙÛÕÏ]|[ñÑ][aeioyuöôAEIOUYÖÔ]/u;
/** UTF-8 read as Windows-1252: "Viá»‡t", "Ä‘á»“ng". */
const doubleEncoded = /á[»º]|Ä[‘\u0090\u0091]|Æ[°¡]|Ã[\u0080-\u00BF]/u;
const vietnamese = /[\u1EA0-\u1EF9ăĂđĐơƠưƯ]/u;

/** Whether a text has words of a legacy encoding: three or nothing else, an eighth of its words, more than right ones. */
export function looksLegacy(text: string): boolean {
  if (!/[\u0080-\u00FF]/.test(text)) return false;
  const words = text.match(/[^\s]+/g) ?? [];
  let strange = 0;
  let right = 0;
  for (const word of words) {
    if (vietnamese.test(word)) right++;
    else if (tcvn3.test(word) || vni.test(word) || doubleEncoded.test(word)) strange++;
  }
  return (strange >= 3 || strange === words.length) && strange >= 2 && strange * 8 >= words.length && strange > right;
}
