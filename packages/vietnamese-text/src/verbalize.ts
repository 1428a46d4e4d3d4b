import { type Cleaned, type CleanOptions, clean } from "./clean";
import type { Delivery, SayAs } from "./clean/ssml";
import {
  type Normalized,
  normalize,
  normalizePauses,
  type Pause,
  type Pronunciation,
  RULES_VERSION,
  type Unread,
} from "./normalize";
import type { ReadingOptions, Region } from "./reading-options";

export { type Pause, type Pronunciation, type ReadingOptions, RULES_VERSION, type Unread };

/** One replacement. `at` is its offset in the original text, in UTF-16 code units. */
export type Change = { written: string; spoken: string; rule: string; at: number; pauseSeconds?: number };

export type Verbalized = {
  spoken: string;
  changes: Change[];
  /** Requested silences, as positions in the normalized text. */
  pauses: Pause[];
  /** Parts that SSML wants spoken otherwise, as places in the normalized text. */
  deliveries?: readonly Delivery[];
  /** Characters that no rule knows. They are left out of what is spoken. */
  unread?: Unread[];
};

export type ReadOptions = {
  region: Region;
  /** Differences from the region's default. */
  reading?: Partial<ReadingOptions>;
  pronunciations?: readonly Pronunciation[];
  /** Scripts that the engine reads beside Latin, by their names in Unicode, such as `Han`. */
  scripts?: readonly string[];
};

/** The reading of a text as it was pasted: cleaned, then normalized. Places are those of the pasted text. */
export function verbalize(text: string, { textType, ...options }: ReadOptions & CleanOptions): Verbalized {
  const cleaned = clean(text, { textType });
  const { changes, unread, ...reading } = readCleaned(cleaned, options);
  return {
    ...reading,
    changes: inPasted(changes, cleaned, text),
    ...(unread && {
      unread: unread.map(({ character, at }) => ({ character, at: cleaned.pastedRange(at, at).start })),
    }),
  };
}

/** The changes with their places in the pasted text: those of one pasted character, such as ㎮, are one. */
function inPasted(changes: readonly Change[], cleaned: Cleaned, pasted: string): Change[] {
  const placed: Change[] = [];
  let cleanedEnd = 0;
  for (const { at, ...change } of changes) {
    const { start, end } = cleaned.pastedRange(at, at + change.written.length);
    const last = placed.at(-1);
    if (last && start < last.at + last.written.length) {
      last.spoken = [last.spoken, cleaned.text.slice(cleanedEnd, at).trim(), change.spoken].filter(Boolean).join(" ");
      last.written = pasted.slice(last.at, Math.max(end, last.at + last.written.length));
    } else placed.push({ ...change, at: start, written: pasted.slice(start, end) });
    cleanedEnd = at + change.written.length;
  }
  return placed;
}

/** The reading of a cleaned text, with places in the cleaned text. */
export const readCleaned = (
  { text, sayAs, deliveries }: Pick<Cleaned, "text" | "sayAs"> & Partial<Pick<Cleaned, "deliveries">>,
  options: ReadOptions,
): Verbalized => asReading(normalize(text, { ...options, sayAs, deliveries }));

/** The text as it came, neither cleaned nor normalized: only pause marks are applied. */
export const keepAsTyped = (text: string): Verbalized =>
  text.includes("[") ? asReading(normalizePauses(text)) : { spoken: text, changes: [], pauses: [] };

const asReading = ({ spoken, changes, pauses, deliveries, unread }: Normalized): Verbalized => ({
  spoken,
  changes: changes.map(({ from, to, rule, start, pauseSeconds }) => ({
    written: from,
    spoken: to,
    rule,
    at: start,
    ...(pauseSeconds !== undefined && { pauseSeconds }),
  })),
  pauses,
  ...(deliveries.length > 0 && { deliveries }),
  ...(unread.length > 0 && { unread }),
});

/** Overrides of the region's defaults; `off` leaves the text as typed except for pause marks. */
export type WantedReading = {
  pronunciations?: readonly Pronunciation[];
  reading?: Partial<ReadingOptions> | "off";
  /** How SSML wants parts of the cleaned text to be read. */
  sayAs?: readonly SayAs[];
  /** Which parts of the cleaned text SSML wants spoken otherwise. */
  deliveries?: readonly Delivery[];
};
