import type { ReadingOptions } from "../reading-options";
import { type SenseTable, senseTableFor } from "./table";
import { isUnmarked, token } from "./tokens";

/** The words of a text, prepared once: where each begins, the phrases of one to three words from it, and their topics. */
export type Context = {
  table: SenseTable;
  starts: number[];
  phrases: string[][];
  topics: { topic: string; phrase: string }[][];
};

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
  const words = [...text.matchAll(token)];
  const lower = words.map(([word]) => word.toLowerCase());
  const phrases = lower.map((_, at) =>
    Array.from({ length: Math.min(longestPhrase, lower.length - at) }, (_, more) =>
      lower.slice(at, at + more + 1).join(" "),
    ),
  );
  const topics = phrases.map((list) =>
    list.flatMap((phrase) => table.topicsOf(phrase).map((topic) => ({ topic, phrase }))),
  );
  return { table, starts: words.map(({ index }) => index), phrases, topics };
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
