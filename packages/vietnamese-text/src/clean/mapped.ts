/** Replaces a part of a text. */
export type Edit = { start: number; end: number; to: string };

/** A text and, for each of its UTF-16 code units, the units of the pasted text that it stands for. */
export class Mapped {
  private constructor(
    readonly text: string,
    private readonly starts: Int32Array,
    private readonly ends: Int32Array,
    private readonly pastedLength: number,
  ) {}

  static of(text: string): Mapped {
    const starts = new Int32Array(text.length);
    const ends = new Int32Array(text.length);
    for (let at = 0; at < text.length; at++) {
      starts[at] = at;
      ends[at] = at + 1;
    }
    return new Mapped(text, starts, ends, text.length);
  }

  /** Where the pasted text of a part begins and ends; markup around the part stays outside. */
  pastedRange(start: number, end: number): { start: number; end: number } {
    const from = this.starts[start] ?? this.pastedLength;
    return { start: from, end: end > start ? (this.ends[end - 1] ?? this.pastedLength) : from };
  }

  /** The first place in this text that stands for the pasted text from an offset on. */
  placeOf(pasted: number): number {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) < pasted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The edits in the order of the text, without overlaps. */
  edit(edits: readonly Edit[]): Mapped {
    if (edits.length === 0) return this;
    const length = edits.reduce((sum, { start, end, to }) => sum + to.length - (end - start), this.text.length);
    const starts = new Int32Array(length);
    const ends = new Int32Array(length);
    const parts: string[] = [];
    let from = 0;
    let at = 0;
    const keep = (until: number) => {
      parts.push(this.text.slice(from, until));
      starts.set(this.starts.subarray(from, until), at);
      ends.set(this.ends.subarray(from, until), at);
      at += until - from;
    };
    for (const { start, end, to } of edits) {
      keep(start);
      parts.push(to);
      const pasted = this.pastedRange(start, end);
      starts.fill(pasted.start, at, at + to.length);
      ends.fill(pasted.end, at, at + to.length);
      at += to.length;
      from = end;
    }
    keep(this.text.length);
    return new Mapped(parts.join(""), starts, ends, this.pastedLength);
  }

  /** Replaces each match of a global pattern, unless the function returns null or the same text. */
  replace(pattern: RegExp, replacement: (match: RegExpExecArray) => string | null): Mapped {
    const edits: Edit[] = [];
    for (const match of this.text.matchAll(pattern)) {
      const to = replacement(match);
      if (to === null || to === match[0]) continue;
      edits.push({ start: match.index, end: match.index + match[0].length, to });
    }
    return this.edit(edits);
  }

  /**
   * Replaces each match of a pattern with the flag `d` by its group `label`, whose characters keep their own places in the
   * pasted text.
   */
  unwrap(pattern: RegExp, isWrapped: (match: RegExpExecArray) => boolean = () => true): Mapped {
    const edits: Edit[] = [];
    for (const match of this.text.matchAll(pattern)) {
      if (!isWrapped(match)) continue;
      const end = match.index + match[0].length;
      const [labelStart, labelEnd] = match.indices?.groups?.label ?? [end, end];
      if (labelStart > match.index) edits.push({ start: match.index, end: labelStart, to: "" });
      if (labelEnd < end) edits.push({ start: labelEnd, end, to: "" });
    }
    return this.edit(edits);
  }
}
