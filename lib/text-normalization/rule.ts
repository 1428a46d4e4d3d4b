/** Where a voice comes from. */
export type Region = "north" | "central" | "south";

/** What a pattern found: its named groups, empty where a group took no part. */
export type Found = Readonly<Record<string, string>>;

/** One class of things that are not read as they are written. */
export type Rule = {
  name: string;
  /** Sticky: tried only where a word or a symbol begins. Every repetition is bounded or taken once, so time is linear. */
  pattern: RegExp;
  /** The words, or null when it is not of this class after all. `groups.all` is the whole match, `groups.before` the few characters in front of it. */
  say: (groups: Found, region: Region) => string | null;
};

export const topLevelDomains = "vn|com|net|org|edu|gov|info|io|ai|app|dev";

const letter = "[\\p{L}\\p{M}\\p{N}]";

/** Nothing of the word goes on here, and no address either. */
export const edge = `(?!${letter}|@|\\.(?:${topLevelDomains})(?!${letter}))`;

/** One blank on the same line, or none. */
export const gap = "[ \\u00A0]?";

/** Holds right behind one of these words, in any case. Takes nothing. */
export const after = (words: string): string => `(?<=(?<!${letter})(?:${words})[ \\u00A0])`;

/** Marks and digits of a number, whatever their meaning: `sayNumber` decides. */
export const number = "\\d{1,15}(?:[.,]\\d{1,9}){0,6}";

export const sticky = (source: string, flags: "" | "i" = ""): RegExp => new RegExp(source, `uy${flags}`);

/** The keys of a table as alternatives, the longest first. */
export const anyOf = (words: Iterable<string>): string =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("|");
