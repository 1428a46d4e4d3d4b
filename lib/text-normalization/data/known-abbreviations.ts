import { business } from "./abbreviations/business";
import { daily } from "./abbreviations/daily";
import { legal } from "./abbreviations/legal";
import { medical } from "./abbreviations/medical";
import { official, signatures } from "./abbreviations/official";
import { school } from "./abbreviations/school";

/** The tables of unambiguous abbreviations. */
export const knownAbbreviations: readonly Record<string, string>[] = [
  official,
  legal,
  medical,
  school,
  business,
  daily,
];
export { signatures };

export const wordsOf = (short: string): string | undefined =>
  knownAbbreviations.find((table) => table[short] !== undefined)?.[short];
