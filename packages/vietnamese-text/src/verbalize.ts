import {
  type Normalized,
  normalize,
  normalizePauses,
  type Pause,
  type Pronunciation,
  RULES_VERSION,
} from "./normalize";
import type { ReadingOptions, Region } from "./reading-options";

export { type Pause, type Pronunciation, type ReadingOptions, RULES_VERSION };

/** One replacement. `at` is its offset in the original text, in UTF-16 code units. */
export type Change = { written: string; spoken: string; rule: string; at: number; pauseSeconds?: number };

export type Verbalized = {
  spoken: string;
  changes: Change[];
  /** Requested silences, as positions in the normalized text. */
  pauses: Pause[];
};

export type ReadOptions = {
  region: Region;
  /** Differences from the region's default. */
  reading?: Partial<ReadingOptions>;
  pronunciations?: readonly Pronunciation[];
};

/** The normalized text with the field names of the public API. */
export const verbalize = (text: string, options: ReadOptions): Verbalized => asReading(normalize(text, options));

/** The same without normalization: only pause marks are applied. */
export const keepAsTyped = (text: string): Verbalized => asReading(normalizePauses(text));

const asReading = ({ spoken, changes, pauses }: Normalized): Verbalized => ({
  spoken,
  changes: changes.map(({ from, to, rule, start, pauseSeconds }) => ({
    written: from,
    spoken: to,
    rule,
    at: start,
    ...(pauseSeconds !== undefined && { pauseSeconds }),
  })),
  pauses,
});

/** Overrides of the region's defaults; `off` leaves the text as typed except for pause marks. */
export type WantedReading = { pronunciations?: readonly Pronunciation[]; reading?: Partial<ReadingOptions> | "off" };
