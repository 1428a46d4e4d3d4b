import { normalize, type Pronunciation, RULES_VERSION } from "./normalize";
import type { ReadingOptions, Region } from "./reading-options";

export { type Pronunciation, type ReadingOptions, RULES_VERSION };

/** One place that is not read as it is written. `at` is its offset in the text, in UTF-16 code units. */
export type Change = { written: string; spoken: string; rule: string; at: number };

export type Reading = { spoken: string; changes: Change[] };

type ReadOptions = {
  region: Region;
  /** What differs from how the region reads. */
  reading?: Partial<ReadingOptions>;
  pronunciations?: readonly Pronunciation[];
};

/** The reading of a text in the fields of the public API. */
export function readAloud(text: string, options: ReadOptions): Reading {
  const { spoken, changes } = normalize(text, options);
  return {
    spoken,
    changes: changes.map(({ from, to, rule, start }) => ({ written: from, spoken: to, rule, at: start })),
  };
}
