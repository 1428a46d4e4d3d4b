import type { ReadingOptions } from "./reading-options";

/** What a pattern found: its named groups, empty where a group took no part. */
export type Found = Readonly<Record<string, string>>;

export type Match = { length: number; spoken: string; pauseSeconds?: number };

/** What the first character of a rule's text is. Only rules for that kind are tried. */
export type FirstCharacter = "digit" | "letter" | "mark";

/** One class of things that are not read as they are written. */
export type Rule = {
  name: string;
  begins: readonly FirstCharacter[];
  /** The words for what begins at this place, or null when it is not of this class. */
  match: (text: string, at: number, options: ReadingOptions) => Match | null;
};

type PatternRule = {
  name: string;
  begins: FirstCharacter | readonly FirstCharacter[];
  /** The characters it may begin with, to be done sooner with others. */
  first?: string;
  /** What may stand behind the digits it begins with, to be done sooner where something else does. */
  behindDigits?: string;
  /** Sticky. Every repetition is bounded or taken once, so time is linear. */
  pattern: RegExp;
  /** The words, or null. `groups.all` is the whole match, `groups.before` the 40 characters in front of it. */
  say: (groups: Found, options: ReadingOptions) => string | null;
};

/** A rule that is one regular expression. */
export function rule({ name, begins, first, behindDigits, pattern, say }: PatternRule): Rule {
  return {
    name,
    begins: typeof begins === "string" ? [begins] : begins,
    match(text, at, options) {
      if (first !== undefined && !first.includes(text[at] ?? "")) return null;
      if (behindDigits !== undefined && !behindDigits.includes(characterBehindDigits(text, at))) return null;
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

/** Nothing of the word goes on here, and no address either. */
export const edge = `(?!${letter}|@|\\.(?:${topLevelDomains})(?!${letter}))`;

/** One blank on the same line, or none. */
export const gap = "[ \\u00A0\\u202F]?";

export const dash = "[-–—]";

/** The line of a range: blanks on both sides, or on none. "123 -500" are two numbers. */
export const rangeDash = "(?:[-–—]|[ \\u00A0][-–—][ \\u00A0])";

/** Holds right behind one of these words, in any case. Takes nothing. */
export const after = (words: string): string => `(?<=(?<!${letter})(?:${words})[ \\u00A0])`;

/** Whether a text ends with one of these words and a blank, in any case. */
export const endsWith = (words: string): RegExp => new RegExp(`(?<!${letter})(?:${words}):?[ \\u00A0]$`, "iu");

/** Marks and digits of a number, whatever their meaning: `sayNumber` decides. */
export const number = "\\d{1,15}(?:[.,]\\d{1,9}){0,6}";

/** Groups of three behind blanks: 1 250 000. */
export const spacedNumber = "[1-9]\\d{0,2}(?:[ \\u00A0\\u202F]\\d{3}){1,4}";

export const sticky = (source: string, flags: "" | "i" = ""): RegExp => new RegExp(source, `uy${flags}`);

/** The keys of a table as alternatives, the longest first. */
export const anyOf = (words: Iterable<string>): string =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("|");
