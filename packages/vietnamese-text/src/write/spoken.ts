/** A word as a recognizer gives it; times in seconds, where it has them. */
export type SpokenWord = { word: string; start?: number; end?: number; speaker?: string };

export type WrittenKind =
  | "account"
  | "address"
  | "card"
  | "cardinal"
  | "cccd"
  | "cmnd"
  | "code"
  | "date"
  | "decimal"
  | "email"
  | "flight"
  | "formula"
  | "fraction"
  | "letters"
  | "measure"
  | "money"
  | "ordinal"
  | "otp"
  | "percent"
  | "phone"
  | "plate"
  | "range"
  | "roman"
  | "score"
  | "taxCode"
  | "time"
  | "url"
  | "version"
  | "year";

/** What the spoken words from one place up to `to` are written as. */
export type Written = { text: string; to: number; kind: WrittenKind };

/** Writes what begins at a place, or leaves it to the next rule. */
export type WritingRule = (spoken: Spoken, at: number) => Written | null;

/**
 * The words of an utterance as rules see them: lower case, one spelling of each number word, and a `barrier` wherever the
 * engine wrote a mark, so that no number runs across it.
 */
export class Spoken {
  readonly words: string[] = [];
  /** As the engine wrote them, without marks at either side. */
  readonly shown: string[] = [];
  /** The index of the word among those that came in; barriers have that of the word before. */
  readonly sources: number[] = [];
  /** Marks before and after a word. */
  readonly opening: string[] = [];
  readonly closing: string[] = [];

  constructor(words: readonly string[]) {
    for (const [source, word] of words.entries()) {
      const [, open = "", core = "", close = ""] = marked.exec(word.normalize("NFC")) ?? [];
      if (open && this.words.at(-1) !== barrier) this.add(barrier, "", source);
      this.add(spelling(core), core, source);
      this.opening[this.words.length - 1] = open;
      this.closing[this.words.length - 1] = close;
      if (close) this.add(barrier, "", source);
    }
  }

  private add(word: string, shown: string, source: number) {
    this.words.push(word);
    this.shown.push(shown);
    this.sources.push(source);
    this.opening.push("");
    this.closing.push("");
  }

  /** The word at a place; empty before the first and behind the last. */
  at(index: number): string {
    return this.words[index] ?? "";
  }

  /** As the engine wrote the words from a place up to another. */
  show(from: number, to: number): string {
    return this.shown.slice(from, to).join(" ");
  }

  private readonly kept = new Map<object, unknown[]>();

  /** What `compute` finds at a place, computed once. */
  once<Found>(compute: (spoken: Spoken, at: number) => Found, at: number): Found {
    let found = this.kept.get(compute);
    if (!found) {
      found = [];
      this.kept.set(compute, found);
    }
    if (!(at in found)) found[at] = compute(this, at);
    return found[at] as Found;
  }
}

export const barrier = "|";

const marked = /^([^\p{L}\p{M}\p{N}+-]*)(.*?)([^\p{L}\p{M}\p{N}%]*)$/su;

const spellings: Record<string, string> = {
  bẩy: "bảy",
  nhăm: "lăm",
  ngàn: "nghìn",
  tỉ: "tỷ",
  rưởi: "rưỡi",
  lẻ: "linh",
  mồng: "mùng",
  hoà: "hòa",
  ký: "kí",
  euro: "ơ-rô",
};

const spelling = (word: string): string => {
  const lower = word.toLowerCase();
  return spellings[lower] ?? lower;
};

/** Phrases of one or more words, found at or before a place. */
export class Phrases {
  private readonly all = new Map<string, string>();
  private readonly firsts = new Set<string>();
  private readonly lasts = new Set<string>();
  private longest = 0;

  /** @param phrases Separated by "|"; or with a meaning each. */
  constructor(phrases: string | Record<string, string>) {
    const entries =
      typeof phrases === "string"
        ? phrases.split("|").map((phrase) => [phrase, phrase] as const)
        : Object.entries(phrases);
    for (const [phrase, meaning] of entries) {
      const words = phrase.split(" ").map(spelling);
      this.all.set(words.join(" "), meaning);
      this.firsts.add(words[0] ?? "");
      this.lasts.add(words.at(-1) ?? "");
      this.longest = Math.max(this.longest, words.length);
    }
  }

  /** The longest phrase that begins at a place. */
  at(spoken: Spoken, at: number): { meaning: string; to: number } | null {
    if (!this.firsts.has(spoken.at(at))) return null;
    for (let count = this.longest; count > 0; count--) {
      const meaning = this.all.get(spoken.words.slice(at, at + count).join(" "));
      if (meaning !== undefined && at + count <= spoken.words.length) return { meaning, to: at + count };
    }
    return null;
  }

  /** The longest phrase that ends before a place. */
  before(spoken: Spoken, at: number): { meaning: string; from: number } | null {
    if (at === 0 || !this.lasts.has(spoken.at(at - 1))) return null;
    for (let count = Math.min(this.longest, at); count > 0; count--) {
      const meaning = this.all.get(spoken.words.slice(at - count, at).join(" "));
      if (meaning !== undefined) return { meaning, from: at - count };
    }
    return null;
  }

  /** The nearest phrase that ends at most `reach` words before a place, in the same stretch between marks. */
  near(spoken: Spoken, at: number, reach: number): { meaning: string; from: number; to: number } | null {
    for (let to = at; to > at - reach - 1 && to > 0; to--) {
      const found = this.before(spoken, to);
      if (found) return { meaning: found.meaning, from: found.from, to };
      if (spoken.at(to - 1) === barrier) return null;
    }
    return null;
  }
}
