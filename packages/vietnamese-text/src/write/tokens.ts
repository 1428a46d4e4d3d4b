import { rowsOf } from "../data";
import type { WrittenPiece } from "../write";

/** A piece as the rules of casing and punctuation see it. */
export type Token = {
  /** The word in lower case and one spelling; empty for a number, a code and a mark that stands alone. */
  key: string;
  /** The text without the marks at its sides, and these marks. */
  open: string;
  core: string;
  close: string;
  /** A number that counts what follows. */
  isCount: boolean;
};

/** Marks of an engine end names and sentences, so that they are kept apart from the word. */
export function tokensOf(pieces: readonly WrittenPiece[]): Token[] {
  return pieces.map(({ text, kind }) => {
    const isCount = kind !== undefined && counting.has(kind);
    if (plain.test(text)) return { key: kind ? "" : keyOf(text), open: "", core: text, close: "", isCount };
    const [, open = "", core = "", close = ""] = marked.exec(text) ?? [];
    return { key: kind || /^\p{N}*$/u.test(core) ? "" : keyOf(core), open, core, close, isCount };
  });
}

const counting = new Set<WrittenPiece["kind"]>(["cardinal", "decimal", "fraction", "range"]);
const plain = /^\p{L}+$/u;
const marked = /^([^\p{L}\p{M}\p{N}+-]*)(.*?)([^\p{L}\p{M}\p{N}%°²³)]*)$/su;

/** "Hoà", "hòa" and "HÒA" are one word, as are "mĩ" and "mỹ". */
export function keyOf(word: string): string {
  const lower = word.normalize("NFC").toLowerCase();
  if (!respelled.has(lower.at(-1) ?? "")) return lower;
  const [, onset = "", first = "", second = ""] = /^(.*)([ou])([àáảãạèéẻẽẹỳýỷỹỵ])$/u.exec(lower) ?? [];
  if (first && !onset.endsWith("q") && isRhyme(first, second)) {
    const [base = "", mark = ""] = second.normalize("NFD");
    return onset + `${first}${mark}`.normalize("NFC") + base;
  }
  return lower.replace(/^(qu|[hklmst])([iìíỉĩị])$/u, (_, onset: string, rhyme: string) => onset + long[rhyme]);
}

const respelled = new Set("àáảãạèéẻẽẹỳýỷỹỵiìíỉĩị");

const isRhyme = (first: string, second: string): boolean => {
  const base = second.normalize("NFD").charAt(0);
  return first === "o" ? base === "a" || base === "e" : base === "y";
};

const long: Record<string, string> = { i: "y", ì: "ỳ", í: "ý", ỉ: "ỷ", ĩ: "ỹ", ị: "ỵ" };

/** The sets of a table by name; its rows have phrases separated by semicolons. Throws if there is no set of that name. */
export function setsOf(table: string): (name: string) => PhraseSet {
  const sets = new Map(rowsOf(table).map(([name = "", phrases = ""]) => [name, phrases.split("; ")]));
  return (name) => {
    const phrases = sets.get(name);
    if (!phrases) throw new Error(`no set of words is named ${name}`);
    return new PhraseSet(phrases);
  };
}

/** Words and phrases of up to four words, found by their keys. */
export class PhraseSet {
  private readonly phrases: ReadonlySet<string>;
  private readonly firsts: ReadonlySet<string>;
  private readonly lasts: ReadonlySet<string>;

  constructor(phrases: readonly string[]) {
    const keys = phrases.map((phrase) => phrase.split(" ").map(keyOf));
    this.phrases = new Set(keys.map((words) => words.join(" ")));
    this.firsts = new Set(keys.map(([first = ""]) => first));
    this.lasts = new Set(keys.map((words) => words.at(-1) ?? ""));
  }

  has(key: string | undefined): boolean {
    return key !== undefined && this.phrases.has(key);
  }

  /** How many words before `end`, and not before `from`, are the longest phrase; 0 if none is. */
  sizeBefore(keys: readonly string[], end: number, from = 0): number {
    if (!this.lasts.has(keys[end - 1] ?? "")) return 0;
    for (let size = Math.min(4, end - from); size > 0; size--)
      if (this.phrases.has(keys.slice(end - size, end).join(" "))) return size;
    return 0;
  }

  /** How many words from `at`, and not behind `to`, are the longest phrase; 0 if none is. */
  sizeAt(keys: readonly string[], at: number, to = keys.length): number {
    if (!this.firsts.has(keys[at] ?? "")) return 0;
    for (let size = Math.min(4, to - at); size > 0; size--)
      if (this.phrases.has(keys.slice(at, at + size).join(" "))) return size;
    return 0;
  }

  /** Whether a phrase stands anywhere in [from, to). */
  isIn(keys: readonly string[], from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.sizeAt(keys, at, to)) return true;
    return false;
  }
}
