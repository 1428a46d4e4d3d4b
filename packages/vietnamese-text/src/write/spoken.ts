/** A word as a recognizer gives it; times in seconds, where it has them. */
export type SpokenWord = { word: string; start?: number; end?: number; speaker?: string };

/** The words of a text, which have no times, or the words as they are. */
export const spokenWords = (words: string | readonly SpokenWord[]): readonly SpokenWord[] =>
  typeof words === "string"
    ? words
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => ({ word }))
    : words;

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
  /** Where the last piece that a rule wrote ends. */
  writtenUpTo = 0;

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

  /** Whether the stretch of words ends before a place: at a mark, or where the words end. */
  isEnd(index: number): boolean {
    const word = this.at(index);
    return word === "" || word === barrier;
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

type Branch = { next: Map<string, Branch>; meaning?: string };

/** Phrases of one or more words, found at or before a place. */
export class Phrases {
  private readonly forward: Branch = { next: new Map() };
  private readonly backward: Branch = { next: new Map() };

  /** @param phrases Separated by "|"; or with a meaning each. */
  constructor(phrases: string | Record<string, string>) {
    const entries =
      typeof phrases === "string"
        ? phrases.split("|").map((phrase) => [phrase, phrase] as const)
        : Object.entries(phrases);
    for (const [phrase, meaning] of entries) {
      const words = phrase.split(" ").map(spelling);
      grow(this.forward, words, meaning);
      grow(this.backward, words.reverse(), meaning);
    }
  }

  /** The longest phrase that begins at a place. */
  at(spoken: Spoken, at: number): { meaning: string; to: number } | null {
    let found: { meaning: string; to: number } | null = null;
    let branch = this.forward.next.get(spoken.at(at));
    for (let to = at + 1; branch; to++) {
      if (branch.meaning !== undefined) found = { meaning: branch.meaning, to };
      branch = branch.next.get(spoken.at(to));
    }
    return found;
  }

  /** The longest phrase that ends before a place. */
  before(spoken: Spoken, at: number): { meaning: string; from: number } | null {
    let found: { meaning: string; from: number } | null = null;
    let branch = this.backward.next.get(spoken.at(at - 1));
    for (let from = at - 1; branch; from--) {
      if (branch.meaning !== undefined) found = { meaning: branch.meaning, from };
      branch = branch.next.get(spoken.at(from - 1));
    }
    return found;
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

function grow(root: Branch, words: readonly string[], meaning: string) {
  let branch = root;
  for (const word of words) {
    let next = branch.next.get(word);
    if (!next) {
      next = { next: new Map() };
      branch.next.set(word, next);
    }
    branch = next;
  }
  branch.meaning = meaning;
}
