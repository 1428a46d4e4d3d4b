/** A term whose letters are those of a run of words, or nearly. */
export type LetterFit = { term: string; edits: number };

/** Letters of a term for each that may be wrong. */
const lettersPerEdit = 5;

/** Letters and digits alone, in small letters. */
export const lettersOf = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]/gu, "");

/** Terms by their letters, for words that an engine wrote as foreign words: "tech com bank", "shoppe". */
export class LetterIndex {
  private readonly exact = new Map<string, string>();
  private readonly byFirst = new Map<string, string[]>();
  private readonly known = new Map<string, LetterFit | undefined>();
  readonly longest: number;

  constructor(terms: readonly string[]) {
    for (const term of terms) {
      const letters = lettersOf(term);
      if (letters === "") continue;
      this.exact.set(letters, term);
      const first = letters.charAt(0);
      this.byFirst.set(first, [...(this.byFirst.get(first) ?? []), letters]);
    }
    this.longest = Math.max(
      0,
      ...[...this.exact.keys()].map((letters) => letters.length + letters.length / lettersPerEdit),
    );
  }

  /** The term with exactly these letters; or the nearest that begins alike, for foreign words. */
  fit(letters: string, isForeign: boolean): LetterFit | undefined {
    const term = this.exact.get(letters);
    if (term !== undefined) return { term, edits: 0 };
    if (!isForeign || letters.length < lettersPerEdit) return undefined;
    if (!this.known.has(letters)) {
      if (this.known.size >= mostKnown) this.known.clear();
      this.known.set(letters, this.nearest(letters));
    }
    return this.known.get(letters);
  }

  private nearest(letters: string): LetterFit | undefined {
    let best: LetterFit | undefined;
    for (const candidate of this.byFirst.get(letters.charAt(0)) ?? []) {
      const most = Math.floor(candidate.length / lettersPerEdit);
      // "vitamin" alone is not "Vitamin C".
      if (candidate.startsWith(letters) || letters.startsWith(candidate)) continue;
      if (most === 0 || Math.abs(candidate.length - letters.length) > most) continue;
      const edits = editsBetween(candidate, letters);
      if (edits <= most && edits < (best?.edits ?? Number.POSITIVE_INFINITY))
        best = { term: this.exact.get(candidate) ?? "", edits };
    }
    return best;
  }
}

const mostKnown = 20_000;

/** Letters that must be added, left out or exchanged to make one of the other. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [column, second] of [...other].entries()) {
      const exchanged = (row[column] ?? 0) + (letter === second ? 0 : 1);
      next.push(Math.min(exchanged, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
