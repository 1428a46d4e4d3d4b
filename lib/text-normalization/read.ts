import { abbreviationRule, initialsRule, titleRule } from "./abbreviation";
import { addressRule, hashtagRule } from "./address";
import { sayDigits } from "./cardinal";
import { codeRules, secretRule } from "./code";
import { dateRules } from "./date";
import { foreignRule } from "./foreign";
import { fractionRule } from "./fraction";
import { moneyRules } from "./money";
import { minusRule, numberRule, rangeRule, spanRule } from "./number";
import { periodRules } from "./period";
import { phoneRules } from "./phone";
import { romanRule } from "./roman";
import { type Region, type Rule, sticky } from "./rule";
import { anyOfMany } from "./shared-prefixes";
import { eachRule, houseRule, strokeRule, symbolRule, timesRule, vulgarFractionRule } from "./symbol";
import { timeRangeRule, timeRule } from "./time";
import { lengthRule, loneUnitRule, unitRule } from "./unit";

export type Pronunciation = { written: string; spoken: string };

/** One place that is not read as it is written. `at` is its offset in the text, in UTF-16 code units. */
export type Change = { written: string; spoken: string; rule: string; at: number };

export type Reading = { spoken: string; changes: Change[] };

type ReadOptions = { region: Region; pronunciations?: readonly Pronunciation[] };

/** The more a rule asks for, the earlier it comes: a date looks like a fraction, and everything like a number. */
const rules: readonly Rule[] = [
  addressRule,
  hashtagRule,
  ...dateRules,
  ...periodRules,
  timeRangeRule,
  timeRule,
  secretRule,
  ...phoneRules,
  ...moneyRules,
  lengthRule,
  unitRule,
  loneUnitRule,
  romanRule,
  titleRule,
  abbreviationRule,
  foreignRule,
  rangeRule,
  spanRule,
  fractionRule,
  minusRule,
  timesRule,
  ...codeRules,
  initialsRule,
  vulgarFractionRule,
  eachRule,
  houseRule,
  strokeRule,
  symbolRule,
  numberRule,
];

/**
 * A text in the words it is read aloud with: numbers, money, dates, times, phone numbers, units, abbreviations and
 * addresses, as one says them in that region. A business's own pronunciations come before every rule. What needs
 * nothing stays as it is. Takes time in proportion to the text.
 */
export function readAloud(text: string, { region, pronunciations = [] }: ReadOptions): Reading {
  const own = pronunciations.length > 0 ? [pronunciationRule(pronunciations)] : [];
  const all = [...own, ...rules];
  const changes: Change[] = [];
  const spoken: string[] = [];
  for (let at = 0; at < text.length; ) {
    const change = changeAt(text, at, all, region);
    if (change) {
      changes.push(change);
      spoken.push(padded(spoken.at(-1) ?? "", change.spoken, text[at + change.written.length] ?? ""));
      at += change.written.length;
    } else {
      const length = lengthOfToken(text, at);
      spoken.push(text.slice(at, at + length));
      at += length;
    }
  }
  return { spoken: spoken.join(""), changes };
}

function changeAt(text: string, at: number, all: readonly Rule[], region: Region): Change | null {
  for (const { name, pattern, say } of all) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match?.[0]) continue;
    const [written] = match;
    const said = say({ ...emptied(match.groups), all: written, before: text.slice(Math.max(0, at - 8), at) }, region);
    if (said !== null && said !== written)
      return { written, spoken: said.replace(/\d+/g, (digits) => sayDigits(digits)), rule: name, at };
  }
  return null;
}

const emptied = (groups: Record<string, string | undefined> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? ""]));

/** Words never run into their neighbours: `5kg` and `$20` have no blank to part them. */
function padded(before: string, words: string, next: string): string {
  const left = /[\p{L}\p{N}.,;:!?%)\]}”’]/u.test(before.slice(-1)) && !/^\s/.test(words) ? " " : "";
  const right = /[\p{L}\p{N}]/u.test(next) && !/\s$/.test(words) ? " " : "";
  return `${left}${words}${right}`;
}

const word = /[\p{L}\p{M}]+|\s+|./suy;

/** A word as a whole, since no rule begins inside one; anything else by itself. */
function lengthOfToken(text: string, at: number): number {
  word.lastIndex = at;
  return word.exec(text)?.[0].length ?? 1;
}

const letter = "[\\p{L}\\p{M}\\p{N}]";

function pronunciationRule(pronunciations: readonly Pronunciation[]): Rule {
  const table = new Map(pronunciations.map(({ written, spoken }) => [written.normalize("NFC").toLowerCase(), spoken]));
  return {
    name: "pronunciation",
    pattern: sticky(`(?<!${letter})(?:${anyOfMany(table.keys())})(?!${letter})`, "i"),
    say: ({ all = "" }) => table.get(all.toLowerCase()) ?? null,
  };
}
