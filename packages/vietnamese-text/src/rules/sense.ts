import { signatures, titles } from "../data";
import type { Rule } from "../rule";
import { decide } from "../senses/score";
import { isShouted } from "../syllable";
import { withoutRepetition } from "./abbreviation";

/** KH, TT, PT: abbreviations with several meanings, of which the text around them speaks for one. */
export const senseRule: Rule = {
  name: "abbreviation",
  begins: ["letter"],
  match(text, at, options) {
    // TP. Huế and TM. BỘ TRƯỞNG are decided by what follows the dot.
    const written = /^[\p{L}\p{M}]+\.(?=[ \u00A0]?\p{Lu})/u.exec(text.slice(at, at + 8))?.[0] ?? "";
    const isMidSentence = /[\p{Ll}\d][ \u00A0]$/u.test(text.slice(Math.max(0, at - 3), at));
    if (titles[written] || (signatures[written] && !isMidSentence)) return null;
    const decision = decide(text, at, options);
    if (!decision?.spoken) return null;
    const end = at + decision.length;
    if (decision.senses[0]?.evidence.length === 0 && isShouted(text, at, end)) return null;
    // The dot of "ĐT. 0912" belongs to the abbreviation.
    const dot = /^\.[ \u00A0]?\d/.test(text.slice(end, end + 3)) ? 1 : 0;
    return { length: decision.length + dot, spoken: withoutRepetition(decision.spoken, text, at) };
  },
};
