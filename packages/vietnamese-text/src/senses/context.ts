import type { ReadingOptions } from "../reading-options";
import { type SenseTable, senseTableFor } from "./table";
import { isUnmarked, token } from "./tokens";

type Words = { phrases: string[]; topics: { topic: string; phrase: string }[] };

/**
 * The words of a text: where each begins, and the phrases of one to three words from it with their topics. These are made
 * at the first use of a word, since a long text may have one short form only.
 */
export type Context = { table: SenseTable; starts: number[]; from: (word: number) => Words };

const longestPhrase = 3;

/** By the options, which are made again for each reading of a text, so that no text is kept. */
const prepared = new WeakMap<ReadingOptions, { text: string; context: Context }>();

export function contextOf(text: string, options: ReadingOptions): Context {
  const known = prepared.get(options);
  if (known?.text === text) return known.context;
  const context = prepare(text, senseTableFor(options.textStyle, isUnmarked(text)));
  prepared.set(options, { text, context });
  return context;
}

function prepare(text: string, table: SenseTable): Context {
  const starts: number[] = [];
  const lower: string[] = [];
  for (const { 0: word, index } of text.matchAll(token)) {
    starts.push(index);
    lower.push(word.toLowerCase());
  }
  const known: Words[] = [];
  const make = (at: number): Words => {
    const phrases = Array.from({ length: Math.min(longestPhrase, lower.length - at) }, (_, more) =>
      lower.slice(at, at + more + 1).join(" "),
    );
    const topics = phrases.flatMap((phrase) => table.topicsOf(phrase).map((topic) => ({ topic, phrase })));
    return { phrases, topics };
  };
  const from = (word: number): Words => {
    known[word] ??= make(word);
    return known[word];
  };
  return { table, starts, from };
}

/** The first word that begins at an offset or behind it. */
export function firstFrom({ starts }: Context, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
