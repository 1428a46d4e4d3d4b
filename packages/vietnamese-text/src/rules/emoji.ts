import { emoji } from "../data";
import type { Rule } from "../rule";

const part = "(?:\\p{RI}\\p{RI}|\\p{Extended_Pictographic}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]*)";
const sequence = new RegExp(`${part}(?:\\u200D(?:${part}|[\\u2640\\u2642]))*`, "uy");
const run = new RegExp(`(?:${part}|[\\u200D\\u2640\\u2642\\u{1F3FB}-\\u{1F3FF}]|[ ](?=${part}))+`, "uy");

/** ©, ® and arrows are no emoji in a text. */
const signs = /^[\u00A9\u00AE\u2122\u203C\u2049\u2139\u2194-\u21AA\u2122]/;

/** With its skin color, the name is that of the emoji alone. */
function nameOf(written: string): string {
  const plain = written.replace(/[\uFE0F\u{1F3FB}-\u{1F3FF}]/gu, "");
  const known = emoji[plain];
  if (known) return known;
  if (/^\p{RI}{2}$/u.test(plain)) {
    const code = Array.from(plain, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65)).join(
      "",
    );
    return `cờ ${countryOf(code)}`.trim();
  }
  if (/^[👨👩🧑👦👧👶](?:\u200D[👨👩🧑👦👧👶])+$/u.test(plain)) return "gia đình";
  const parts = plain.split(/\u200D/).filter((one) => !/^[\u2640\u2642]$/.test(one));
  return parts.length > 1
    ? parts
        .map((one) => emoji[one] ?? "")
        .filter(Boolean)
        .join(" ")
    : (emoji[parts[0] ?? ""] ?? "");
}

function countryOf(code: string): string {
  const name = new Intl.DisplayNames("vi", { type: "region", fallback: "none" }).of(code);
  return name ?? "";
}

/** 🎉 is silent, with a short pause before a new sentence, or read by its name. */
export const emojiRule: Rule = {
  name: "emoji",
  begins: ["mark"],
  match(text, at, options) {
    if ((text.charCodeAt(at) < 0x2000 && text.charCodeAt(at) !== 0xa9) || signs.test(text.slice(at, at + 1)))
      return null;
    sequence.lastIndex = at;
    const one = sequence.exec(text)?.[0];
    if (!one) return null;
    if (options.emoji === "name") {
      const name = nameOf(one);
      const isBesideWord = /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 1), at).trim());
      return { length: one.length, spoken: name && isBesideWord ? ` ${name}` : name };
    }
    run.lastIndex = at;
    const length = run.exec(text)?.[0].length ?? one.length;
    const isBehindWord = /[\p{L}\p{M}\p{N}%][ ]?$/u.test(text.slice(Math.max(0, at - 2), at));
    const isBeforeSentence = /^[ ]?\p{Lu}/u.test(text.slice(at + length, at + length + 2));
    if (isBehindWord && isBeforeSentence) return { length, spoken: "," };
    // One of the two spaces around it is enough.
    const space = /[ \n]$|^$/.test(text.slice(Math.max(0, at - 1), at)) && text[at + length] === " " ? 1 : 0;
    return { length: length + space, spoken: "" };
  },
};
