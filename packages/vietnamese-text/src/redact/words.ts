import type { SpokenWord } from "../write/spoken";

/** The bare words of a text, as its redaction compares them: one form of each letter and digit, nothing invisible. */
export function bareWords(words: readonly SpokenWord[]): string[] {
  const bare = words.map(({ word }) =>
    word
      .normalize("NFKC")
      .replace(/\p{Cf}/gu, "")
      .replace(/\p{Nd}/gu, asciiDigit)
      .toLowerCase()
      .replace(/^[^\p{L}\p{M}\d+@$€£]+|[^\p{L}\p{M}\d@₫$€£]+$/gu, ""),
  );
  // An engine that writes no marks at all.
  return bare.some((word) => /[^\0-\x7f]/.test(word)) ? bare : bare.map((word) => unmarked[word] ?? word);
}

const numberWords =
  "không một hai ba bốn năm sáu bảy tám chín mười mươi trăm nghìn ngàn triệu tỷ lăm mốt tư rưỡi lẻ chục";
const unmarked: Record<string, string> = Object.fromEntries(
  numberWords.split(" ").map((word) => [word.normalize("NFD").replace(/\p{M}/gu, ""), word]),
);

/** The ten digits of a script follow one another. */
function asciiDigit(digit: string): string {
  if (digit <= "9") return digit;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Phrases with what each means, found before or at a place among words. */
export class PhraseTable<Meaning> {
  private readonly backward: Branch<Meaning> = { next: new Map() };
  private readonly forward: Branch<Meaning> = { next: new Map() };

  add(phrase: string, meaning: Meaning) {
    const words = phrase.split(/\s+/).filter(Boolean);
    grow(this.forward, words, meaning);
    grow(this.backward, words.reverse(), meaning);
  }

  /** The longest phrase that ends before `to` and begins at `from` or later. */
  before(words: readonly string[], to: number, from: number): { meaning: Meaning; from: number } | undefined {
    let found: { meaning: Meaning; from: number } | undefined;
    let branch = this.backward.next.get(words[to - 1] ?? "");
    for (let at = to - 1; branch && at >= from; at -= 1) {
      if (branch.meaning !== undefined) found = { meaning: branch.meaning, from: at };
      branch = branch.next.get(words[at - 1] ?? "");
    }
    return found;
  }

  /** The longest phrase that begins at `from` and ends at `to` or before. */
  at(words: readonly string[], from: number, to: number): { meaning: Meaning; to: number } | undefined {
    let found: { meaning: Meaning; to: number } | undefined;
    let branch = this.forward.next.get(words[from] ?? "");
    for (let at = from + 1; branch && at <= to; at += 1) {
      if (branch.meaning !== undefined) found = { meaning: branch.meaning, to: at };
      branch = branch.next.get(words[at] ?? "");
    }
    return found;
  }
}

type Branch<Meaning> = { next: Map<string, Branch<Meaning>>; meaning?: Meaning };

function grow<Meaning>(root: Branch<Meaning>, words: readonly string[], meaning: Meaning) {
  let branch = root;
  for (const word of words) {
    const next: Branch<Meaning> = branch.next.get(word) ?? { next: new Map() };
    branch.next.set(word, next);
    branch = next;
  }
  branch.meaning = meaning;
}
