import { rowsOf, senseTables, topics } from "../data";
import type { ReadingOptions } from "../reading-options";
import { leftKinds, rightKinds } from "./kinds";
import { tokensOf, withoutMarks } from "./tokens";

export type Weights = {
  word: number;
  weakWord: number;
  kind: number;
  weakKind: number;
  strongTopic: number;
  topic: number;
  weakTopic: number;
  near: number;
  against: number;
  /** The least score of a reading, and its least distance to the second. */
  least: number;
  margin: number;
};

/** Set by hand: `fit.ts` finds no better ones. */
export const weights: Weights = {
  word: 5,
  weakWord: 2,
  kind: 4,
  weakKind: 2,
  strongTopic: 3,
  topic: 2,
  weakTopic: 1,
  near: 1,
  against: -6,
  least: 3,
  margin: 1,
};

/** What speaks for a sense, or against it. */
type Item = { sense: number; evidence: string; strength: keyof Weights };
type Pattern = Item & { pattern: RegExp };

export type Entry = {
  short: string;
  senses: { words: string; prior: number }[];
  before: Map<string, Item[]>;
  after: Map<string, Item[]>;
  near: Map<string, Item[]>;
  topics: Map<string, Item[]>;
  kindsBefore: Pattern[];
  kindsAfter: Pattern[];
};

type Row = { words: string; prior: number; left: string[]; right: string[]; near: string[] };

/** These stand beside any noun or verb, so that one alone is weak evidence between several senses. */
const commonWords = new Set(
  "theo|cho|với|và|là|có|cùng|từ|tại|trong|về|được|bị|đã|mã|kho|em|anh|chị|mình|bạn".split("|"),
);

const itemsOf = (cell = "") => cell.split("|").filter(Boolean);

/** The rows of each short form, in the order of the tables. */
function rowsByShort(tables: readonly string[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const [shorts = "", words = "", prior = "", left, right, near] of tables.flatMap(rowsOf)) {
    const row = { words, prior: Number(prior), left: itemsOf(left), right: itemsOf(right), near: itemsOf(near) };
    for (const short of shorts.split("|")) found.set(short, [...(found.get(short) ?? []), row]);
  }
  return found;
}

function compile(short: string, rows: Row[], fold: (text: string) => string): Entry {
  const entry: Entry = {
    short,
    senses: [],
    before: new Map(),
    after: new Map(),
    near: new Map(),
    topics: new Map(),
    kindsBefore: [],
    kindsAfter: [],
  };
  const senseOf = (words: string, prior: number): number => {
    const known = entry.senses.findIndex((sense) => sense.words === words);
    if (known < 0) return entry.senses.push({ words, prior }) - 1;
    const sense = entry.senses[known] as Entry["senses"][number];
    sense.prior = Math.max(sense.prior, prior);
    return known;
  };
  const isAmbiguous = rows.some(({ words }) => words !== rows[0]?.words);
  for (const { words, prior, left, right, near } of rows) {
    const sense = senseOf(words, prior);
    const add = (cell: string, side: Map<string, Item[]>, kinds: Pattern[], patterns: ReadonlyMap<string, RegExp>) => {
      const mark = /^[~!]/.exec(cell)?.[0] ?? "";
      const evidence = cell.slice(mark.length);
      const pattern = patterns.get(evidence);
      const strong: keyof Weights = pattern ? "kind" : "word";
      const weak: keyof Weights = pattern ? "weakKind" : "weakWord";
      const isWeak = mark !== "" || (isAmbiguous && commonWords.has(evidence));
      const strength = mark === "!" ? "against" : isWeak ? weak : strong;
      if (pattern) kinds.push({ sense, evidence, strength, pattern });
      else push(side, fold(tokensOf(evidence).join(" ")), { sense, evidence, strength });
    };
    for (const cell of left) add(cell, entry.before, entry.kindsBefore, leftKinds);
    for (const cell of right) add(cell, entry.after, entry.kindsAfter, rightKinds);
    for (const cell of near) {
      const [, mark = "", evidence = ""] = /^(~?#{0,2})(.*)$/.exec(cell) ?? [];
      const strength = nearStrengths[mark] ?? "near";
      if (mark.includes("#")) push(entry.topics, evidence, { sense, evidence: `#${evidence}`, strength });
      else push(entry.near, fold(tokensOf(evidence).join(" ")), { sense, evidence, strength });
    }
  }
  return entry;
}

const nearStrengths: Record<string, keyof Weights> = { "##": "strongTopic", "#": "topic", "~#": "weakTopic" };

const push = (map: Map<string, Item[]>, key: string, item: Item): void => {
  map.set(key, [...(map.get(key) ?? []), item]);
};

/** The topics a phrase belongs to. */
function compileTopics(fold: (text: string) => string): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [topic, words] of Object.entries(topics)) {
    for (const word of words.split("|")) {
      const phrase = fold(tokensOf(word).join(" "));
      found.set(phrase, [...(found.get(phrase) ?? []), topic]);
    }
  }
  return found;
}

export type SenseTable = {
  /** The entries by the letters that a short form begins with, the longest first. */
  find: (letters: string) => readonly Entry[];
  topicsOf: (phrase: string) => readonly string[];
};

function build(tables: readonly string[], fold: (text: string) => string): SenseTable {
  const byLetters = new Map<string, string[]>();
  const rows = rowsByShort(tables);
  for (const short of rows.keys()) {
    const letters = /^[\p{L}\p{M}]+/u.exec(short)?.[0] ?? short;
    byLetters.set(
      letters,
      [...(byLetters.get(letters) ?? []), short].sort((one, other) => other.length - one.length),
    );
  }
  const compiled = new Map<string, Entry[]>();
  const topicsByPhrase = compileTopics(fold);
  return {
    find(letters) {
      const shorts = byLetters.get(letters);
      if (!shorts) return [];
      const known = compiled.get(letters);
      if (known) return known;
      const entries = shorts.map((short) => compile(short, rows.get(short) ?? [], fold));
      compiled.set(letters, entries);
      return entries;
    },
    topicsOf: (phrase) => topicsByPhrase.get(phrase) ?? [],
  };
}

/** Vk, Sr, Hqua: a short form of chat at the start of a sentence. */
function withCapitals(table: string): string {
  const [head = "", ...rows] = table.trimEnd().split("\n");
  const capital = (short: string) => short.charAt(0).toUpperCase() + short.slice(1);
  return [
    head,
    ...rows.map((row) => {
      const [shorts = "", ...cells] = row.split("\t");
      const more = shorts.split("|").filter((short) => /^\p{Ll}{2,}/u.test(short));
      return [[shorts, ...more.map(capital)].join("|"), ...cells].join("\t");
    }),
  ].join("\n");
}

const tables: Partial<Record<string, SenseTable>> = {};

/** The table for a style of text, with its words without marks for text that has none. Built at its first use. */
export function senseTableFor(style: ReadingOptions["textStyle"], unmarked: boolean): SenseTable {
  const isChat = style === "chat";
  const key = `${isChat} ${unmarked}`;
  const known = tables[key];
  if (known) return known;
  const files = isChat ? [withCapitals(senseTables.chat), ...senseTables.plain] : senseTables.plain;
  const built = build(files, unmarked ? withoutMarks : (text) => text);
  tables[key] = built;
  return built;
}
