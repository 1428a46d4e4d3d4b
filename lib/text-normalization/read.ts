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

/** One place that is not read as it is written. `at` is its offset in the text, in UTF-16 code units. */
export type Change = { written: string; spoken: string; rule: string; at: number; pauseSeconds?: number };

export type Reading = {
  spoken: string;
  changes: Change[];
  /** Where in the spoken words silence is asked for. */
  pauses: Pause[];
};

type ReadOptions = {
  region: Region;
  /** What differs from how the region reads. */
  reading?: Partial<ReadingOptions>;
  pronunciations?: readonly Pronunciation[];
};

/** The reading of a text in the fields of the public API. */
export const readAloud = (text: string, options: ReadOptions): Reading => asReading(normalize(text, options));

/** The reading of a text that is left as it is typed: only its pause marks are read. */
export const readAsTyped = (text: string): Reading => asReading(normalizePauses(text));

const asReading = ({ spoken, changes, pauses }: Normalized): Reading => ({
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
