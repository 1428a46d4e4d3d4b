import type { EditedText, TranscriptEdits } from "@/lib/speech/transcripts/edits/text";

export type ChangedText = {
  from: number;
  to: number /** Null takes the recognizer's text again. */;
  text: string | null;
};

/** The edits with other texts for some lines. */
export function withTexts(edits: TranscriptEdits, changed: readonly ChangedText[]): TranscriptEdits {
  const taken = new Set<number>();
  for (const { from, to } of changed) for (let at = from; at < to; at += 1) taken.add(at);
  const isFree = ({ from, to }: EditedText) => {
    for (let at = from; at < to; at += 1) if (taken.has(at)) return false;
    return true;
  };
  const added = changed.flatMap(({ from, to, text }) => (text === null ? [] : [{ from, to, text }]));
  const texts = [...edits.texts.filter(isFree), ...added].sort((one, other) => one.from - other.from);
  return { ...edits, texts };
}

/** The edits with another name for a voice; an empty one takes its letter or number again. */
export function withName(edits: TranscriptEdits, voice: string, name: string): TranscriptEdits {
  const others = Object.entries(edits.names).filter(([key]) => key !== voice);
  return { ...edits, names: Object.fromEntries(name.trim() === "" ? others : [...others, [voice, name]]) };
}

/** `theirs` with all that `mine` changed since both began from `base`. Where both changed a line, mine counts. */
export function mergeEdits(base: TranscriptEdits, mine: TranscriptEdits, theirs: TranscriptEdits): TranscriptEdits {
  const textAt = ({ texts }: TranscriptEdits, { from, to }: EditedText) =>
    texts.find((each) => each.from === from && each.to === to)?.text ?? null;
  let merged = theirs;
  for (const range of [...base.texts, ...mine.texts])
    if (textAt(mine, range) !== textAt(base, range))
      merged = withTexts(merged, [{ ...range, text: textAt(mine, range) }]);
  for (const voice of new Set([...Object.keys(base.names), ...Object.keys(mine.names)]))
    if (mine.names[voice] !== base.names[voice]) merged = withName(merged, voice, mine.names[voice] ?? "");
  return merged;
}

export const areEqual = (one: TranscriptEdits, other: TranscriptEdits): boolean =>
  JSON.stringify([Object.entries(one.names).sort(), one.texts]) ===
  JSON.stringify([Object.entries(other.names).sort(), other.texts]);

/** What finds a text regardless of case; null for an empty one. */
export const searchFor = (query: string): RegExp | null =>
  query.trim() === "" ? null : new RegExp(query.normalize("NFC").replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
