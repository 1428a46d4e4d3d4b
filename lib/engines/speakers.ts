import type { Segment, TimedWord } from "./provider";

/** Who speaks from `start` to `end`, in seconds from the start of the audio. */
export type SpeakerTurn = { start: number; end: number; speaker: string };

/**
 * The segments with their speakers, divided where the speaker of the words changes. A word is of the turn that has most of
 * it, or else of the nearest; a segment without words, of the turn that has most of the segment.
 */
export function divideBySpeaker(segments: readonly Segment[], turns: readonly SpeakerTurn[]): Segment[] {
  if (turns.length === 0) return [...segments];
  return segments.flatMap((segment) => {
    if (!segment.words?.length) return [{ ...segment, speaker: speakerOf(segment, turns) }];
    const groups: { speaker: string; words: TimedWord[] }[] = [];
    for (const word of segment.words) {
      const speaker = speakerOf(word, turns);
      const last = groups.at(-1);
      if (last?.speaker === speaker) last.words.push(word);
      else groups.push({ speaker, words: [word] });
    }
    const [only] = groups;
    if (only && groups.length === 1) return [{ ...segment, speaker: only.speaker }];
    return groups.map(({ speaker, words }, index) => ({
      ...segment,
      start: index === 0 ? segment.start : (words[0] as TimedWord).start,
      end: index === groups.length - 1 ? segment.end : (words.at(-1) as TimedWord).end,
      text: textOf(segment, groups, index),
      words,
      speaker,
    }));
  });
}

/** The share of the segment's own text, which can have punctuation, if its words are those of the text. */
function textOf({ text, words = [] }: Segment, groups: readonly { words: TimedWord[] }[], index: number): string {
  const written = text.split(/\s+/).filter(Boolean);
  const own = groups[index]?.words ?? [];
  if (written.length !== words.length) return own.map(({ word }) => word).join(" ");
  const from = groups.slice(0, index).reduce((sum, group) => sum + group.words.length, 0);
  return written.slice(from, from + own.length).join(" ");
}

/** By overlap, which is negative for a distance. */
function speakerOf({ start, end }: { start: number; end: number }, turns: readonly SpeakerTurn[]): string {
  const shared = (turn: SpeakerTurn) => Math.min(end, turn.end) - Math.max(start, turn.start);
  return turns.reduce((best, turn) => (shared(turn) > shared(best) ? turn : best)).speaker;
}
