import type { TimedText } from "@/lib/speech/transcripts/text";

// Runs in the browser too, where a transcript is edited.

type StoredWord = { word: string; start: number; end: number; written?: string; confidence?: number };

/** A part of a stored transcript. Times are seconds. */
export type StoredSegment = {
  start: number;
  end: number;
  text: string;
  channel?: number;
  speaker?: string;
  words?: readonly StoredWord[];
};

/** The text of the words from `from` to before `to`, among all words of the transcript. */
export type EditedText = { from: number; to: number; text: string };

/** What members changed in a transcript. The recognizer's own words are never overwritten. */
export type TranscriptEdits = {
  /** The names of speakers, by their voice. */
  names: Readonly<Record<string, string>>;
  /** In their order, none overlapping another. */
  texts: readonly EditedText[];
};

export const noEdits: TranscriptEdits = { names: {}, texts: [] };

/** A recognized word. `written` is empty where the word before it stands for both. */
export type RecognizedWord = StoredWord & {
  written: string;
  /** The speaker, or `#` and the number of the channel; null where neither is known. */
  voice: string | null;
  channel?: number;
  isFirstOfSegment: boolean;
  isFirstOfParagraph: boolean;
};

/** What of a transcript is shown: as it was edited, as it was first written, or the words as they were recognized. */
export type TranscriptView = "edited" | "written" | "spoken";

/** What is highlighted and played at once: mostly a word. */
export type Piece = { text: string; start: number; end: number; isUncertain: boolean };

/** A sentence or a part of one, which is edited as one text. */
export type Line = {
  from: number;
  to: number;
  voice: string | null;
  channel?: number;
  start: number;
  end: number;
  pieces: readonly Piece[];
  /** As it was first written. */
  original: string;
  isEdited: boolean;
};

/** Words of less confidence are marked for checking. */
export const leastConfidence = 0.6;

/** The words of a transcript in their order; `from` and `to` of edits count them. */
export function wordsOf(segments: readonly StoredSegment[], transcript = ""): RecognizedWord[] {
  const words = segments.flatMap(wordsOfSegment);
  for (const index of paragraphStarts(words, transcript)) {
    const word = words[index];
    if (word) word.isFirstOfParagraph = true;
  }
  return words;
}

function wordsOfSegment({ text, words = [], start, end, speaker, channel }: StoredSegment): RecognizedWord[] {
  const shared = { voice: voiceOf({ speaker, channel }), ...(channel !== undefined && { channel }) };
  const tokens = text.split(/\s+/).filter(Boolean);
  const isWritten = words.some(({ written }) => written !== undefined);
  const placed = (word: StoredWord, written: string, index: number) => ({
    ...word,
    written,
    ...shared,
    isFirstOfSegment: index === 0,
    isFirstOfParagraph: false,
  });
  if (isWritten) return words.map((word, index) => placed(word, word.written ?? word.word, index));
  // An engine that punctuates does so in its text only.
  if (tokens.length === words.length) return words.map((word, index) => placed(word, tokens[index] ?? "", index));
  return spread(tokens, start, end).map((part, index) => placed({ ...part, word: part.text }, part.text, index));
}

const voiceOf = ({ speaker, channel }: Pick<StoredSegment, "speaker" | "channel">): string | null =>
  speaker ?? (channel === undefined ? null : `#${channel}`);

/** Gives each text a share of a time by its length. */
function spread(texts: readonly string[], start: number, end: number) {
  const letters = Math.max(1, texts.join("").length);
  let at = start;
  return texts.map((text) => {
    const from = at;
    at += ((end - start) * text.length) / letters;
    return { text, start: from, end: at };
  });
}

/** The words that begin a paragraph in the transcript, which has a blank line there; none where it has other words. */
function paragraphStarts(words: readonly RecognizedWord[], transcript: string): number[] {
  const paragraphs = transcript.split("\n\n").map(countTokens);
  const counts = words.map(({ written }) => countTokens(written));
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
  if (sum(paragraphs) !== sum(counts)) return [];
  const starts: number[] = [];
  let [tokens, due, next] = [0, paragraphs[0] ?? 0, 1];
  for (const [index, count] of counts.entries()) {
    if (tokens === due && count > 0 && next < paragraphs.length) {
      starts.push(index);
      due += paragraphs[next++] ?? 0;
    }
    tokens += count;
  }
  return starts;
}

const countTokens = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** A silence in seconds after which another line begins. */
const longPause = 2;

const mostWordsOfLine = 40;

const endsSentence = (text: string): boolean => /[.?!…]["”’)\]]*$/.test(text);

/** The transcript as lines. What was edited as one text stays one line, however lines are divided otherwise. */
export function linesOf(words: readonly RecognizedWord[], { texts }: TranscriptEdits, view: TranscriptView): Line[] {
  const starts = new Set(lineStarts(words));
  for (const { from, to } of texts) {
    for (let inside = from + 1; inside < to; inside += 1) starts.delete(inside);
    starts.add(from);
    starts.add(to);
  }
  const ordered = [...starts].filter((start) => start < words.length).sort((one, other) => one - other);
  const edited = new Map(view === "edited" ? texts.map(({ from, text }) => [from, text] as const) : []);
  return ordered.map((from, index) => {
    const to = ordered[index + 1] ?? words.length;
    return lineOf(words, { from, to, text: edited.get(from), isSpoken: view === "spoken" });
  });
}

function lineStarts(words: readonly RecognizedWord[]): number[] {
  const isPunctuated = words.some(({ written }) => endsSentence(written));
  const starts: number[] = [];
  let last = 0;
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const written = words.slice(last, index).findLast((one) => one.written !== "");
    const isNew =
      !before ||
      word.voice !== before.voice ||
      word.isFirstOfParagraph ||
      (word.written !== "" &&
        ((written && endsSentence(written.written)) ||
          (!isPunctuated && word.isFirstOfSegment) ||
          word.start - before.end > longPause ||
          index - last >= mostWordsOfLine));
    if (!isNew) continue;
    starts.push(index);
    last = index;
  }
  return starts;
}

type Wanted = { from: number; to: number; text: string | undefined; isSpoken: boolean };

function lineOf(words: readonly RecognizedWord[], { from, to, text, isSpoken }: Wanted): Line {
  const own = words.slice(from, to);
  const [first, last] = [own[0] as RecognizedWord, own.at(-1) as RecognizedWord];
  const written = writtenPieces(own);
  const spoken = () => own.map((word) => ({ ...pieceOf(word), text: word.word }));
  return {
    from,
    to,
    voice: first.voice,
    ...(first.channel !== undefined && { channel: first.channel }),
    start: first.start,
    end: last.end,
    pieces: text === undefined ? (isSpoken ? spoken() : written) : align(written, text, first.start, last.end),
    original: textOf(written),
    isEdited: text !== undefined,
  };
}

const pieceOf = ({ written, start, end, confidence = 1 }: RecognizedWord): Piece => ({
  text: written,
  start,
  end,
  isUncertain: confidence < leastConfidence,
});

function writtenPieces(words: readonly RecognizedWord[]): Piece[] {
  const pieces: Piece[] = [];
  for (const word of words) {
    const last = pieces.at(-1);
    if (word.written !== "" || !last) pieces.push(pieceOf(word));
    else {
      const isUncertain = last.isUncertain || pieceOf(word).isUncertain;
      pieces[pieces.length - 1] = { ...last, end: word.end, isUncertain };
    }
  }
  return pieces.filter(({ text }) => text !== "");
}

/** The words of an edited line: those that stayed keep their times, others get those of the words whose place they take. */
function align(pieces: readonly Piece[], text: string, start: number, end: number): Piece[] {
  const tokens = text.split(/\s+/).filter(Boolean);
  const aligned: Piece[] = [];
  let [piece, token] = [0, 0];
  for (const [keptPiece, keptToken] of [...commonOf(pieces, tokens), [pieces.length, tokens.length] as const]) {
    const replaced = pieces.slice(piece, keptPiece);
    const from = replaced[0]?.start ?? aligned.at(-1)?.end ?? start;
    const until = replaced.at(-1)?.end ?? pieces[keptPiece]?.start ?? end;
    const parts = spread(tokens.slice(token, keptToken), from, Math.max(from, until));
    aligned.push(...parts.map((part) => ({ ...part, isUncertain: false })));
    const kept = pieces[keptPiece];
    if (kept) aligned.push({ ...kept, text: tokens[keptToken] ?? kept.text });
    [piece, token] = [keptPiece + 1, keptToken + 1];
  }
  return aligned;
}

/** The longest common sequence of words, apart from their case and marks, as pairs of places. */
function commonOf(pieces: readonly Piece[], tokens: readonly string[]): [number, number][] {
  const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const [own, others] = [pieces.map(({ text }) => key(text)), tokens.map(key)];
  const length = own.map(() => new Array<number>(tokens.length + 1).fill(0));
  length.push(new Array<number>(tokens.length + 1).fill(0));
  const at = (row: number, column: number) => length[row]?.[column] ?? 0;
  for (let row = own.length - 1; row >= 0; row -= 1)
    for (let column = others.length - 1; column >= 0; column -= 1) {
      const cells = length[row] as number[];
      cells[column] =
        own[row] === others[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < own.length && column < others.length; ) {
    if (own[row] === others[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

export const textOf = (pieces: readonly Pick<Piece, "text">[]): string => pieces.map(({ text }) => text).join(" ");

export type Paragraph = { voice: string | null; start: number; lines: readonly Line[] };

/** After so many words of a paragraph the next line begins another. */
const mostWordsOfParagraph = 90;

/** Lines of one voice, divided where the transcript is, at long pauses, and where they would become too long to read. */
export function paragraphsOf(lines: readonly Line[], words: readonly RecognizedWord[]): Paragraph[] {
  const paragraphs: { voice: string | null; start: number; lines: Line[] }[] = [];
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const before = last?.lines.at(-1);
    const isNew =
      !last ||
      !before ||
      line.voice !== last.voice ||
      words[line.from]?.isFirstOfParagraph ||
      line.start - before.end > longPause ||
      line.to - (last.lines[0]?.from ?? 0) > mostWordsOfParagraph;
    if (isNew) paragraphs.push({ voice: line.voice, start: line.start, lines: [line] });
    else last.lines.push(line);
  }
  return paragraphs;
}

/** What subtitles are made of. `nameOf`: what a voice is called. */
export const partsOf = (lines: readonly Line[], nameOf: (voice: string) => string): TimedText[] =>
  lines.flatMap(({ pieces, voice, channel }) =>
    pieces.map(({ text, start, end }) => ({
      text,
      start,
      end,
      ...(channel !== undefined && { channel }),
      ...(voice !== null && { speaker: nameOf(voice) }),
    })),
  );

export const wordsOfParagraph = ({ lines }: Paragraph): string =>
  lines
    .map(({ pieces }) => textOf(pieces))
    .filter(Boolean)
    .join(" ");

/** A text with a blank line between paragraphs, and the speaker before each of another voice than the one before. */
export function textOfParagraphs(paragraphs: readonly Paragraph[], nameOf: (voice: string) => string): string {
  const shown = paragraphs.filter((paragraph) => wordsOfParagraph(paragraph) !== "");
  const written = shown.map((paragraph, index) => {
    const { voice } = paragraph;
    const isNew = voice !== null && voice !== shown[index - 1]?.voice;
    return `${isNew ? `${nameOf(voice)}: ` : ""}${wordsOfParagraph(paragraph)}`;
  });
  return `${written.join("\n\n")}\n`;
}
