import type { ReadingOptions } from "./reading-options";

/** A match's named groups; empty for groups that did not participate. */
export type Found = Readonly<Record<string, string>>;

export type Match = { length: number; spoken: string; pauseSeconds?: number };

/** The class of a rule's first character. Only rules of the current class are tried. */
export type FirstCharacter = "digit" | "letter" | "mark";

/** Recognizes and expands one kind of text. */
export type Rule = {
  name: string;
  begins: readonly FirstCharacter[];
  /** The possible first characters; any of the class if it is not set. */
  first?: string;
  /** The expansion of the text at this position, or null when the rule does not apply. */
  match: (text: string, at: number, options: ReadingOptions) => Match | null;
};

type PatternRule = {
  name: string;
  begins: FirstCharacter | readonly FirstCharacter[];
  /** The possible first characters, to skip other positions quickly. */
  first?: string;
  /** Possible characters after the leading digits, to skip other positions quickly. */
  behindDigits?: string;
  /** Sticky, with bounded or possessive repetitions only, so that matching takes linear time. */
  pattern: () => RegExp;
  /** The expansion, or null. `groups.all` is the whole match, `groups.before` the 40 characters before it. */
  verbalize: (groups: Found, options: ReadingOptions) => string | null;
};

/** Builds a rule from one regular expression. */
export function rule({ name, begins, first, behindDigits, pattern: compiled, verbalize: say }: PatternRule): Rule {
  return {
    name,
    begins: typeof begins === "string" ? [begins] : begins,
    ...(first !== undefined && { first }),
    match(text, at, options) {
      if (first !== undefined && !first.includes(text[at] ?? "")) return null;
      if (behindDigits !== undefined && !behindDigits.includes(characterBehindDigits(text, at))) return null;
      const pattern = compiled();
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match?.[0]) return null;
      const before = text.slice(Math.max(0, at - 40), at);
      const spoken = say({ ...filled(match.groups), all: match[0], before }, options);
      return spoken === null ? null : { length: match[0].length, spoken };
    },
  };
}

function characterBehindDigits(text: string, at: number): string {
  let end = at;
  for (let code = text.charCodeAt(end); code >= 48 && code <= 57; code = text.charCodeAt(end)) end++;
  return text[end] ?? "";
}

const filled = (groups: Record<string, string | undefined> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? ""]));

export const topLevelDomains = "vn|com|net|org|edu|gov|info|io|ai|app|dev";

const letter = "[\\p{L}\\p{M}\\p{N}]";

/** The end of a word that does not continue as a web address. */
export const edge = `(?!${letter}|@|\\.(?:${topLevelDomains})(?!${letter}))`;

/** One optional space on the same line. */
export const gap = "[ \\u00A0\\u202F]?";

export const dash = "[-–—]";

/** The dash of a range: spaces on both sides or on neither. "123 -500" are two numbers. */
export const rangeDash = "(?:[-–—]|[ \\u00A0][-–—][ \\u00A0])";

/** Lookbehind for one of these words and a space, case-insensitive. */
export const after = (words: string): string => `(?<=(?<!${letter})(?:${words})[ \\u00A0])`;

/** Tests whether a text ends with one of these words and a space, case-insensitive. */
export const endsWith = (words: string): RegExp => new RegExp(`(?<!${letter})(?:${words}):?[ \\u00A0]$`, "iu");

/** Digits and separators of any number; `sayNumber` interprets them. */
export const number = "\\d{1,15}(?:[.,]\\d{1,9}){0,6}";

/** Groups of three separated by spaces: 1 250 000. */
export const spacedNumber = "[1-9]\\d{0,2}(?:[ \\u00A0\\u202F]\\d{3}){1,4}";

/** Compiled at its first use: all patterns together take a third of a second, and not every process reads text. */
export function sticky(source: string, flags: "" | "i" = ""): () => RegExp {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= new RegExp(source, `uy${flags}`);
    return compiled;
  };
}

/** The words as regex alternatives, the longest first. */
export const anyOf = (words: Iterable<string>): string =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("|");
