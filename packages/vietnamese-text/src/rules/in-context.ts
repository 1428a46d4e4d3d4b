import { inContext, topics } from "../data";
import { edge, type Rule } from "../rule";

/** How many characters around an abbreviation are searched for its topic. */
const reach = 60;
const topicReach = 160;

type Entry = { short: string; words: string; before: RegExp | null; after: RegExp | null; near: RegExp | null };

const letter = "[\\p{L}\\p{M}\\p{N}]";

const topicPatterns = Object.fromEntries(
  Object.entries(topics).map(([topic, words]) => [
    topic,
    new RegExp(`(?<!${letter})(?:${words})(?!${letter})|\\d(?:${words})(?!${letter})`, "iu"),
  ]),
);

const compile = ({ short, words, before, after, near }: (typeof inContext)[number]): Entry => ({
  short,
  words,
  before: before ? new RegExp(`(?<![\\p{L}\\p{M}])(?:${before})(?:[ \\u00A0/]|[ \\u00A0]?\\()$`, "iu") : null,
  after: after ? new RegExp(`^(?:[ \\u00A0](?:${after})|(?=[,:?%/])(?:${after}))(?<!\\p{L}(?=\\p{L}))`, "u") : null,
  near: near ? (topicPatterns[near] ?? null) : null,
});

const byShort = new Map<string, Entry[]>();
for (const row of inContext) {
  const first = /^[\p{L}\p{M}]+/u.exec(row.short)?.[0] ?? row.short;
  byShort.set(first, [...(byShort.get(first) ?? []), compile(row)]);
}

const run = /[\p{L}\p{M}]+/uy;
const wordGoesOn = new RegExp(`${edge}(?![&-]\\p{Lu})`, "uy");

/** KH, TT, PT: ambiguous abbreviations, resolved by their context. */
export const inContextRule: Rule = {
  name: "abbreviation",
  begins: ["letter"],
  match(text, at) {
    run.lastIndex = at;
    const entries = byShort.get(run.exec(text)?.[0] ?? "");
    // KH&ĐT, GD-ĐT: part of a longer abbreviation.
    if (!entries || /\p{Lu}[&-]$/u.test(text.slice(Math.max(0, at - 2), at))) return null;
    for (const { short, words, before, after, near } of entries) {
      const end = at + short.length;
      if (!text.startsWith(short, at)) continue;
      wordGoesOn.lastIndex = end;
      if (/[\p{L}\d]$/u.test(short) && !wordGoesOn.test(text)) continue;
      if (before && !before.test(text.slice(Math.max(0, at - reach), at))) continue;
      if (after && !after.test(text.slice(end, end + reach))) continue;
      if (near && !near.test(aroundOf(text, at, end))) continue;
      return { length: short.length, spoken: words };
    }
    return null;
  },
};

/** The surrounding text without the abbreviation itself. */
const aroundOf = (text: string, at: number, end: number): string =>
  `${text.slice(Math.max(0, at - topicReach), at)} ~ ${text.slice(end, end + topicReach)}`;
