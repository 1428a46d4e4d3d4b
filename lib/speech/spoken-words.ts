/** A change that reading made to a text, as `ReadingPreview` lists it. */
type Change = { written: string; spoken: string; rule: string; at: number; pauseSeconds?: number };

/** Part of what is spoken; `word` is its number among the spoken words, which a space or a mark does not have. */
export type Piece = { text: string; word?: number };

/** Part of a text that is read as it is written. */
type Plain = { kind: "plain"; at: number; pieces: Piece[] };

/** Part of a text for which other words are spoken, and the punctuation behind it. */
export type Changed = {
  kind: "changed";
  at: number;
  written: string;
  spoken: string;
  rule: string;
  tail: string;
  pieces: Piece[];
};

type Pause = { kind: "pause"; at: number; written: string; seconds: number };

export type Segment = Plain | Changed | Pause;

const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Numbers the words of what is spoken, in its order. A word can lie in two segments, as in `5kg` where only `kg` changes. */
class WordCount {
  readonly words: string[] = [];
  #isOpen = false;

  split(text: string): Piece[] {
    return text
      .split(/(\s+)/)
      .filter(Boolean)
      .map((part) => {
        if (!part.trim()) {
          this.#isOpen = false;
          return { text: part };
        }
        if (this.#isOpen) this.words[this.words.length - 1] += part;
        else if (isWord(part)) this.words.push(part);
        else return { text: part };
        this.#isOpen = true;
        return { text: part, word: this.words.length - 1 };
      });
  }
}

/** Changes without a space between them, such as `P.` and `5`, are one: they are written as one word. */
function joined(changes: readonly Change[]): Change[] {
  const all: Change[] = [];
  for (const change of changes) {
    const last = all.at(-1);
    const isNext =
      last && last.at + last.written.length === change.at && !/\s$/.test(last.written) && !/^\s/.test(change.written);
    if (isNext && last.pauseSeconds === undefined && change.pauseSeconds === undefined) {
      last.written += change.written;
      last.spoken += change.spoken;
    } else all.push({ ...change });
  }
  return all;
}

/** A text as it is written, with the words that are spoken for its parts, and all spoken words in their order. */
export function segmentsOf(
  text: string,
  changes: readonly Change[],
): { segments: Segment[]; words: readonly string[] } {
  const count = new WordCount();
  const segments: Segment[] = [];
  let end = 0;
  const addPlain = (until: number) => {
    if (until <= end) return;
    const last = segments.at(-1);
    const between = text.slice(end, until);
    const tail = last?.kind === "changed" ? (/^[^\p{L}\p{N}\s]+/u.exec(between)?.[0] ?? "") : "";
    if (last?.kind === "changed") last.tail = tail;
    const rest = between.slice(tail.length);
    if (rest) segments.push({ kind: "plain", at: end + tail.length, pieces: count.split(rest) });
    end = until;
  };
  for (const { at, written, spoken, rule, pauseSeconds } of joined(changes)) {
    addPlain(at);
    if (pauseSeconds !== undefined) segments.push({ kind: "pause", at, written, seconds: pauseSeconds });
    const [lead = ""] = /^\s*/.exec(written) ?? [];
    const [space = ""] = /\s*$/.exec(written.slice(lead.length)) ?? [];
    const pieces = count.split(spoken);
    if (isWord(spoken)) {
      if (lead) segments.push({ kind: "plain", at, pieces: [{ text: lead }] });
      const core = { at: at + lead.length, written: written.trim(), spoken: spoken.trim() };
      segments.push({ kind: "changed", ...core, rule, tail: "", pieces: trimmed(pieces) });
      if (space) segments.push({ kind: "plain", at: at + written.length - space.length, pieces: [{ text: space }] });
    } else if (pauseSeconds === undefined) segments.push({ kind: "plain", at, pieces: [{ text: written }] });
    end = at + written.length;
  }
  addPlain(text.length);
  return { segments, words: count.words };
}

/** Pieces without the spaces around them. */
const trimmed = (pieces: readonly Piece[]): Piece[] =>
  pieces.slice(
    pieces.findIndex(({ text }) => text.trim()),
    pieces.findLastIndex(({ text }) => text.trim()) + 1,
  );

export type WordTime = { word: string; start: number; end: number };

const keyOf = (word: string): string =>
  word
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Engines leave out few words in a row: further on the same word is another one. */
const mostSkipped = 8;

/**
 * When each spoken word begins, in seconds from the start; undefined for those that are not spoken yet. A time may be
 * of several words at once, which then share it by their length. A word that has no time begins with the one before.
 */
export function startsOf(words: readonly string[], times: readonly WordTime[]): (number | undefined)[] {
  const keys = words.map(keyOf);
  const starts: (number | undefined)[] = words.map(() => undefined);
  let next = 0;
  for (const { word, start, end } of times) {
    const parts = word.split(/\s+/).filter(isWord);
    const length = parts.join("").length || 1;
    let before = 0;
    for (const part of parts) {
      const found = keys.slice(next, next + mostSkipped).indexOf(keyOf(part));
      if (found >= 0) {
        starts.fill(starts[next - 1] ?? start, next, next + found);
        starts[next + found] = start + ((end - start) * before) / length;
        next += found + 1;
      }
      before += part.length;
    }
  }
  return starts;
}
