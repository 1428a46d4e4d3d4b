import "server-only";
import { normalizeFor } from "@/lib/engines/reading";
import type { SpokenTimes, TimestampKind } from "./schema";
import { type Segment, segmentsOf, startsOf, type WordTime } from "./spoken-words";
import type { SpokenAs } from "./synthesize";

/** When each character (code point) of a text is spoken, in seconds from the start. */
export type Alignment = {
  characters: string[];
  starts: number[];
  ends: number[];
  /** How many of them have times already, while the speech is being made. */
  known: number;
};

/** A part of a text; without times for what is not spoken, such as a space. */
type Span = { text: string; start?: number; end?: number };

/**
 * Says when a text is spoken as it is written, and the same for its spoken words, from the times of words so far, or of
 * all of them. The
 * characters of a word share its time evenly, and those of `1.250.000đ` the time of all its words.
 */
export function alignerOf({
  seen,
  chosen,
  own,
}: SpokenAs): (times: readonly WordTime[], isWhole?: boolean) => { written: Alignment; spoken: Alignment } {
  const { segments, words } = segmentsOf(seen, normalizeFor(seen, chosen, own).changes);
  return (times, isWhole = false) => {
    const starts = startsOf(words, times);
    const last = times.at(-1)?.end ?? 0;
    const timeOf: TimeOf = (from, to = from) => {
      const start = starts[from];
      // While the speech is being made, what several words are spoken for is not known before the last of them.
      const isKnown = isWhole || starts[to] !== undefined;
      return start === undefined || !isKnown ? {} : { start, end: Math.max(start, starts[to + 1] ?? last) };
    };
    const spoken = words.flatMap((text, index): Span[] => [
      { text: index === 0 ? "" : " " },
      { text, ...timeOf(index) },
    ]);
    const written = segments.flatMap((segment) => spansOf(segment, timeOf));
    return { written: alignCharacters(written), spoken: alignCharacters(spoken) };
  };
}

/** What is kept of when a text was spoken. */
export type KeptTimes = Pick<SpokenTimes, "source"> & Omit<Alignment, "known">;

/** When a whole text was spoken. */
export function timesSpoken(as: SpokenAs, times: readonly WordTime[]): KeptTimes {
  const { characters, starts, ends } = alignerOf(as)(times, true).written;
  return { source: sourceOf(times), characters, starts, ends };
}

/** Whether the engine reports when its words are spoken, or only its sentences, whose words share their time. */
export const sourceOf = (times: readonly WordTime[]): KeptTimes["source"] =>
  times.some(({ word }) => /\s/.test(word.trim())) ? "sentence" : "engine";

/** The same by words or by characters, from one character up to another. */
export function describeTimes(
  kept: KeptTimes,
  kind: TimestampKind,
  from = 0,
  to = kept.characters.length,
): SpokenTimes {
  const { source } = kept;
  const [characters, starts, ends] = [kept.characters, kept.starts, kept.ends].map((list) => list.slice(from, to)) as [
    string[],
    number[],
    number[],
  ];
  if (kind === "character") return { source, characters, starts, ends };
  const words: { word: string; start: number; end: number }[] = [];
  let isOpen = false;
  for (const [at, character] of characters.entries()) {
    const isSpace = character.trim() === "";
    const [start = 0, end = 0] = [starts[at], ends[at]];
    const last = words.at(-1);
    if (!isSpace && isOpen && last) {
      last.word += character;
      last.end = end;
    } else if (!isSpace) words.push({ word: character, start, end });
    isOpen = !isSpace;
  }
  return { source, words };
}

/** The time of the spoken words from one up to another. */
type TimeOf = (from: number, to?: number) => { start?: number; end?: number };

function spansOf(segment: Segment, timeOf: TimeOf): Span[] {
  if (segment.kind === "pause") return [{ text: segment.written }];
  if (segment.kind === "plain")
    return segment.pieces.map(({ text, word }) => ({ text, ...(word !== undefined && timeOf(word)) }));
  const spokenBy = segment.pieces.flatMap(({ word }) => word ?? []);
  const time = spokenBy.length > 0 ? timeOf(Math.min(...spokenBy), Math.max(...spokenBy)) : {};
  return [{ text: segment.written, ...time }, { text: segment.tail }];
}

/** What is not spoken takes the moment between its neighbors. */
function alignCharacters(spans: readonly Span[]): Alignment {
  const aligned: Alignment = { characters: [], starts: [], ends: [], known: 0 };
  let at = 0;
  for (const { text, start = at, end } of spans) {
    const characters = [...text];
    const [from, to] = [Math.max(at, start), Math.max(at, end ?? start)];
    characters.forEach((character, index) => {
      aligned.characters.push(character);
      aligned.starts.push(inMs(from + ((to - from) * index) / characters.length));
      aligned.ends.push(inMs(from + ((to - from) * (index + 1)) / characters.length));
    });
    if (end !== undefined) aligned.known = aligned.characters.length;
    at = to;
  }
  return aligned;
}

const inMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
