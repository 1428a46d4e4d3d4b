import "server-only";
import type { Audio } from "@/lib/engines/audio/formats";
import type { InstalledModel } from "@/lib/engines/models/installed";
import { splitAtPauses } from "@/lib/engines/pauses";
import type { Segment, TimedWord, Transcription, TranscriptionRequest } from "@/lib/engines/provider";
import { requireOptions } from "@/lib/engines/providers/validate-config";
import { divideBySpeaker } from "@/lib/engines/speakers";
import type { Engines } from "./engines";
import { type Recognized, type Turn, takesHotwords } from "./task";

/** Transcribes audio of any length part by part, which bounds memory and lets shorter calls run in between. */
export async function transcribe(
  { model }: InstalledModel,
  engines: Engines,
  { audio, config, diarize, keyterms = [] }: TranscriptionRequest,
  signal: AbortSignal,
  diarizer?: Engines,
): Promise<Transcription> {
  requireOptions(config, []);
  const terms = takesHotwords(model) ? keyterms.map(model.writesCapitals ? capital : small) : [];
  let isBiased = false;
  const segments: Segment[] = [];
  for (const { start, samples } of splitAtPauses(audio)) {
    const task = {
      do: "transcribe" as const,
      samples,
      sampleRate: audio.sampleRate,
      ...(terms.length > 0 && { terms }),
    };
    const recognized = await engines.run<Recognized>(task, signal);
    isBiased ||= recognized.isBiased === true;
    const written = model.writesCapitals ? inSmallLetters(recognized) : recognized;
    segments.push(...makeSegments(written, start, start + samples.length / audio.sampleRate));
  }
  const text = segments.map((segment) => segment.text).join(" ");
  const isDivided = diarize && diarizer && segments.length > 0;
  const spoken = isDivided ? await divide(segments, audio, diarizer, diarize.speakers, signal) : segments;
  return { text, segments: spoken, ...(isBiased && { isBiased }) };
}

/** The segments with their speakers. The audio is given whole, since its parts would have speakers of their own. */
async function divide(
  segments: readonly Segment[],
  { samples, sampleRate }: Audio,
  diarizer: Engines,
  speakers: number | undefined,
  signal: AbortSignal,
): Promise<Segment[]> {
  const turns = await diarizer.run<Turn[]>({ do: "diarize", samples, sampleRate, speakers }, signal);
  // The engine finds no speaker in very short speech, which is then taken for one speaker's.
  const found = turns.length > 0 ? turns : [{ start: 0, end: samples.length / sampleRate, speaker: 0 }];
  return divideBySpeaker(
    segments,
    found.map((turn) => ({ ...turn, speaker: String(turn.speaker) })),
  );
}

const capital = (text: string) => text.toLocaleUpperCase("vi");

const small = (text: string) => text.toLocaleLowerCase("vi");

export const inSmallLetters = ({ text, tokens, timestamps }: Recognized): Recognized => ({
  text: small(text),
  tokens: tokens.map(small),
  timestamps,
});

const pauseSeconds = 0.8;
const longestSeconds = 7;
const longestCharacters = 84;

/** Assumed length of a word's last token when nothing follows at once. */
const tailSeconds = 0.4;

type Token = { text: string; at: number };

/**
 * Groups tokens into subtitle segments: a new one after a pause and before one is too long to read, never inside a
 * word. `offset` and `end` bound the part, in seconds. Without timings there is one segment.
 */
export function makeSegments({ text, tokens, timestamps }: Recognized, offset: number, end: number): Segment[] {
  if (text.trim() === "") return [];
  if (tokens.length === 0 || tokens.length !== timestamps.length) return [{ start: offset, end, text: text.trim() }];
  const timed = tokens.map((token, index) => ({ text: token.replaceAll("▁", " "), at: timestamps[index] as number }));
  return groupIntoLines(timed).map((line, index, lines) => {
    const next = lines[index + 1]?.[0];
    const words = timeWords(line, offset, next ? offset + next.at : end);
    const { start } = words[0] as TimedWord;
    return { start, end: (words.at(-1) as TimedWord).end, text: textOf(line), words };
  });
}

/** A word lasts until the next one begins, but no longer than its last token may. */
function timeWords(line: readonly Token[], offset: number, end: number): TimedWord[] {
  const words: Token[][] = [];
  for (const token of line) {
    const word = words.at(-1);
    if (word && !token.text.startsWith(" ")) word.push(token);
    else words.push([token]);
  }
  return words.map((word, index) => {
    const next = words[index + 1]?.[0];
    const silent = offset + (word.at(-1) as Token).at + tailSeconds;
    const start = offset + (word[0] as Token).at;
    return { word: textOf(word), start, end: Math.min(silent, next ? offset + next.at : end) };
  });
}

const textOf = (line: readonly Token[]) =>
  line
    .map(({ text }) => text)
    .join("")
    .trim();

function groupIntoLines(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [];
  for (const token of tokens) {
    const line = lines.at(-1);
    if (line && !(token.text.startsWith(" ") && isFull(line, token))) line.push(token);
    else lines.push([token]);
  }
  return lines;
}

function isFull(line: readonly Token[], next: Token): boolean {
  const [first, last] = [line[0] as Token, line.at(-1) as Token];
  return (
    next.at - last.at > pauseSeconds ||
    next.at - first.at > longestSeconds ||
    textOf(line).length + next.text.length > longestCharacters
  );
}
