import type { ReadingOptions } from "../reading-options";
import { type Context, contextOf, firstFrom } from "./context";
import { type Entry, senseTableFor, type Weights, weights } from "./table";
import { phrasesAfter, phrasesBefore } from "./tokens";

/** A possible reading of an ambiguous abbreviation, with what speaks for it. */
export type Sense = { spoken: string; score: number; evidence: string[] };

export type Decision = { length: number; spoken: string | null; senses: Sense[] };

const besideReach = 60;
const nearReach = 120;
/** Words near an abbreviation count this much at most. */
const mostNear = 2;
/** A longer phrase is surer: each word beyond the first adds one point, up to this many. */
const mostExtraWords = 2;
const lengthOf = (phrase: string): number => (phrase.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).length;

type Sum = { before: number; after: number; near: number; topic: number; against: number; evidence: string[] };

/** All senses of an entry at a position, the best first. */
export function scoreSenses(
  entry: Entry,
  context: Context,
  text: string,
  at: number,
  end: number,
  by: Weights = weights,
): Sense[] {
  const before = text.slice(Math.max(0, at - besideReach), at);
  const after = text.slice(end, end + besideReach);
  const sums: Sum[] = entry.senses.map(() => ({ before: 0, after: 0, near: 0, topic: 0, against: 0, evidence: [] }));
  const add = (
    side: "before" | "after",
    item: { sense: number; evidence: string; strength: keyof Weights },
    words = 1,
  ) => {
    const sum = sums[item.sense] as Sum;
    const weight = by[item.strength] + (by[item.strength] > 0 ? Math.min(Math.max(words - 1, 0), mostExtraWords) : 0);
    if (weight < 0) sum.against = weight;
    else if (weight > sum[side]) sum[side] = weight;
    else return;
    sum.evidence.push(side === "before" ? `${item.evidence} …` : `… ${item.evidence}`);
  };
  for (const phrase of phrasesBefore(before))
    for (const item of entry.before.get(phrase) ?? []) add("before", item, lengthOf(phrase));
  for (const phrase of phrasesAfter(after))
    for (const item of entry.after.get(phrase) ?? []) add("after", item, lengthOf(phrase));
  for (const item of entry.kindsBefore) if (item.pattern.test(before)) add("before", item);
  for (const item of entry.kindsAfter) if (item.pattern.test(after)) add("after", item);
  if (entry.near.size > 0 || entry.topics.size > 0) {
    const last = firstFrom(context, end + nearReach);
    for (let word = firstFrom(context, at - nearReach); word < last; word++) {
      const start = context.starts[word] ?? 0;
      // The abbreviation itself is no evidence.
      if (start >= at && start < end) continue;
      const { phrases, topics } = context.from(word);
      if (entry.near.size > 0)
        for (const phrase of phrases)
          for (const { sense, evidence } of entry.near.get(phrase) ?? []) {
            const sum = sums[sense] as Sum;
            if (sum.near >= mostNear || sum.evidence.includes(evidence)) continue;
            sum.near += by.near;
            sum.evidence.push(evidence);
          }
      for (const { topic, phrase } of topics)
        for (const { sense, evidence, strength } of entry.topics.get(topic) ?? []) {
          const sum = sums[sense] as Sum;
          if (by[strength] <= sum.topic) continue;
          sum.topic = by[strength];
          sum.evidence.push(`${evidence}: ${phrase}`);
        }
    }
  }
  return sums
    .map(({ before, after, near, topic, against, evidence }, index) => {
      const { words, prior } = entry.senses[index] as Entry["senses"][number];
      return { spoken: words, score: prior + before + after + near + topic + against, evidence };
    })
    .sort((one, other) => other.score - one.score);
}

/** The best sense, if it is good enough and well ahead of the second. */
export function choose([best, second]: readonly Sense[], by: Weights = weights): Sense | null {
  if (!best || best.score < by.least) return null;
  return second && best.score - second.score < by.margin ? null : best;
}

const run = /[\p{L}\p{M}]+/uy;
/** A short form may not go on as a word, a web address, or a longer abbreviation such as KH&ĐT. */
const goesOn =
  /^(?:[\p{L}\p{M}\p{N}@]|[&-]\p{Lu}|\.(?:vn|com|net|org|edu|gov|info|io|ai|app|dev)(?![\p{L}\p{M}\p{N}]))/u;

/** What an ambiguous abbreviation at this position means; null if there is none. */
export function decide(text: string, at: number, options: ReadingOptions): Decision | null {
  run.lastIndex = at;
  const letters = run.exec(text)?.[0] ?? "";
  if (senseTableFor(options.textStyle, false).find(letters).length === 0) return null;
  if (/\p{Lu}[&-]$/u.test(text.slice(Math.max(0, at - 2), at))) return null;
  const context = contextOf(text, options);
  let undecided: Decision | null = null;
  for (const entry of context.table.find(letters)) {
    const end = at + entry.short.length;
    if (!text.startsWith(entry.short, at)) continue;
    if (/[\p{L}\d]$/u.test(entry.short) && goesOn.test(text.slice(end, end + 8))) continue;
    const senses = scoreSenses(entry, context, text, at, end);
    const best = choose(senses);
    const decision = { length: entry.short.length, spoken: best?.spoken ?? null, senses };
    if (best) return decision;
    undecided ??= decision;
  }
  return undecided;
}
