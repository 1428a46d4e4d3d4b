import { amountEnd, amountStart } from "./redact/amounts";
import { classify } from "./redact/classify";
import { atomsOf } from "./redact/digits";
import { emailsOf } from "./redact/emails";
import { type RedactionKind, redactionGroups, redactionKinds, redactionsOf } from "./redact/kinds";
import { numbersOf } from "./redact/numbers";
import { platesOf } from "./redact/plates";
import { runsOf } from "./redact/runs";
import { bareWords } from "./redact/words";
import { textOf, type WrittenPiece, write } from "./write";
import { type SpokenWord, spokenWords, type WrittenKind } from "./write/spoken";

export { type RedactionKind, redactionGroups, redactionKinds, redactionsOf };

/** A place in a text that must not be shown: the spoken words [from, to), and what stands for them. */
export type Redaction = { from: number; to: number; kind: RedactionKind; label: string };

export type RedactedPiece = WrittenPiece & { redaction?: string };

type Found = { from: number; to: number; kind: RedactionKind; value: string };

/**
 * Replaces what must not be shown by a label such as `{PHONE_1}`; equal values have equal numbers. `ranges` are the spoken
 * words behind each label, to silence their sound. Where the words do not say what digits are, they are redacted.
 *
 * @param written The pieces to redact, of the same words; by default those of `write`. What is in them is found by the
 * pieces of `write` too, so that numbers that are left as words are found like those in digits.
 */
export function redact(
  words: string | readonly SpokenWord[],
  kinds: readonly RedactionKind[],
  written?: readonly WrittenPiece[],
): { text: string; pieces: RedactedPiece[]; ranges: Redaction[] } {
  const spoken = spokenWords(words);
  const asWritten = write(spoken).pieces;
  const pieces = written ?? asWritten;
  const found = withoutOverlaps(find(spoken, new Set(kinds), asWritten), asWritten);
  const ranges = labeled(written ? withoutOverlaps(found, written) : found);
  const redacted = replace(pieces, ranges);
  return { text: textOf(redacted), pieces: redacted, ranges };
}

/** Kinds of `write` whose digits are redacted as that. */
const kindOfPiece: Partial<Record<WrittenKind, RedactionKind>> = {
  account: "account",
  card: "card",
  cccd: "cccd",
  cmnd: "cccd",
  email: "email",
  money: "amount",
  phone: "phone",
  plate: "plate",
  taxCode: "tax_code",
};
const shortestOfPiece: Partial<Record<RedactionKind, number>> = { account: 5, card: 9, cccd: 6, phone: 6, tax_code: 6 };

function find(
  spoken: readonly SpokenWord[],
  kinds: ReadonlySet<RedactionKind>,
  pieces: readonly WrittenPiece[],
): Found[] {
  const words = bareWords(spoken);
  const atoms = atomsOf(words);
  const found: Found[] = [];
  const add = (kind: RedactionKind | undefined, from: number, to: number, value: string) => {
    if (kind && kinds.has(kind)) found.push({ from, to, kind, value });
  };
  const emails = emailsOf(words);
  const plates = platesOf(words, atoms);
  const named = [...emails, ...plates];
  for (const { from, to, value, kind } of named) add(kind, from, to, value);
  const taken = new Set(named.flatMap(wordsOf));
  const free = atoms.filter(({ from, to }) => !taken.has(from) && !taken.has(to - 1));
  for (const { run, kinds: possible } of classify(words, runsOf(words, free)))
    add(
      possible.find((kind) => kinds.has(kind)),
      run.from,
      run.to,
      numberSaid(run.segments),
    );
  for (const [at, atom] of free.entries()) {
    const to = amountEnd(words, atom);
    if (to === undefined) continue;
    const from = amountStart(words, atom, free[at - 1]);
    add("amount", from, to, words.slice(from, to).join(" "));
  }
  for (const { kind, from, to, text } of pieces) {
    const redaction = kind && kindOfPiece[kind];
    const digits = text.replace(/\D/g, "");
    if (redaction && digits.length >= (shortestOfPiece[redaction] ?? 0)) add(redaction, from, to, digits || text);
  }
  if (kinds.has("numbers")) found.push(...numbersOf(words, atoms, pieces));
  return found;
}

const wordsOf = ({ from, to }: { from: number; to: number }): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

/** A number said with a correction is the last of its whole forms. */
function numberSaid(segments: readonly string[]): string {
  const whole = segments.findLast((segment) => segment.length >= 8) ?? segments.join("");
  return whole.replace(/^84(?=[35789]\d{8}$)/, "0");
}

/**
 * Places that touch the same piece of the written text are one, so that no part of a number stays. The kind is that of the
 * first in the order of certainty: what the words name, then what its shape is, then any number.
 */
function withoutOverlaps(found: readonly Found[], pieces: readonly WrittenPiece[]): Found[] {
  const pieceOf: WrittenPiece[] = [];
  for (const piece of pieces) for (let word = piece.from; word < piece.to; word += 1) pieceOf[word] = piece;
  const widened = found.map((place) => ({
    ...place,
    from: Math.min(place.from, pieceOf[place.from]?.from ?? place.from),
    to: Math.max(place.to, pieceOf[place.to - 1]?.to ?? place.to),
  }));
  const sorted = widened
    .map((place, rank) => ({ place, rank: place.kind === "numbers" ? found.length + rank : rank }))
    .sort((one, other) => one.place.from - other.place.from || one.rank - other.rank);
  const merged: { place: Found; rank: number }[] = [];
  for (const { place, rank } of sorted) {
    const last = merged.at(-1);
    if (!last || place.from >= last.place.to) {
      merged.push({ place, rank });
      continue;
    }
    const first = rank < last.rank ? place : last.place;
    last.place = {
      from: last.place.from,
      to: Math.max(last.place.to, place.to),
      kind: first.kind,
      value: first.value,
    };
    last.rank = Math.min(last.rank, rank);
  }
  return merged.map(({ place }) => place);
}

function labeled(found: readonly Found[]): Redaction[] {
  const numbers = new Map<RedactionKind, Map<string, number>>();
  return found.map(({ from, to, kind, value }) => {
    const known = numbers.get(kind) ?? new Map<string, number>();
    numbers.set(kind, known);
    const number = known.get(value) ?? known.size + 1;
    known.set(value, number);
    const name = kind === "numbers" ? "NUMBER" : kind.toUpperCase();
    return { from, to, kind, label: `{${name}_${number}}` };
  });
}

function replace(pieces: readonly WrittenPiece[], ranges: readonly Redaction[]): RedactedPiece[] {
  const redacted: RedactedPiece[] = [];
  let next = 0;
  for (const piece of pieces) {
    while ((ranges[next]?.to ?? Number.POSITIVE_INFINITY) <= piece.from) next += 1;
    const range = ranges[next];
    if (!range || piece.to <= range.from) {
      redacted.push(piece);
      continue;
    }
    const [before = ""] = /^[("“‘[]*/.exec(piece.text) ?? [];
    const [after = ""] = /[.,;:?!…)"”’\]]*$/.exec(piece.text) ?? [];
    const last = redacted.at(-1);
    if (last?.redaction === range.label && last.from === range.from) {
      last.text = last.text.replace(/\}[^}]*$/, `}${after}`);
      continue;
    }
    redacted.push({
      text: `${before}${range.label}${after}`,
      from: range.from,
      to: range.to,
      redaction: range.label,
      ...(piece.isAttached && { isAttached: true }),
      ...(piece.paragraph && { paragraph: true }),
    });
  }
  return redacted;
}
