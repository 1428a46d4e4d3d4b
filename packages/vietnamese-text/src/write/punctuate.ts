import wordsTable from "../../data/write/pauses.tsv";
import type { WriteOptions, WrittenPiece } from "../write";
import { type Name, namesIn } from "./names";
import { isQuestion } from "./questions";
import type { SpokenWord } from "./spoken";
import { setsOf, type Token, tokensOf } from "./tokens";

const words = setsOf(wordsTable);

/** Seconds between the end of a word and the start of the next. */
const pause = { comma: 0.35, unmarkedComma: 0.5, sentence: 0.75, paragraph: 2, paragraphOfMany: 1 };
/** A paragraph of so many words ends at a shorter pause. */
const manyWords = 100;

/** Sentences begin with these. */
const openers = words("openers");
/** Before these a pause is a comma, if it is short. */
const conjunctions = words("conjunctions");
/** A sentence does not end with these: what follows is one with them. */
const binding = words("binding");
/** Of these some also end a sentence, after a longer pause: "mới được", "bên anh". */
const looseBinding = words("looseBinding");
/** Number words that stayed words: what they count follows. */
const numerals = words("numerals");
/** A sentence hardly goes on behind these. */
const closers = words("closers");
/** "dạ", "vâng": at the beginning, and parted from the rest by a short pause. */
const interjections = words("interjections");

/** What an address is made of, from the small to the large; a comma stands before each but the first. */
const addressParts = words("addressParts");
const addressPairs = words("addressPairs");
/** Before a name or a number that is part of an address. */
const addressHeads = words("addressHeads");

/** Whether a piece ends with the mark of a sentence. */
export const endsSentence = (text: string): boolean => /[.?!…]["'”’)\]]*$/.test(text);

type Mark = "." | "," | "?";

/**
 * Sets marks, by pauses, speakers and words where the words have times, and otherwise at the end and within addresses; and
 * paragraphs. An engine that sets marks itself keeps its own, and only the spaces before them go.
 */
export function punctuate(
  pieces: readonly WrittenPiece[],
  words: readonly SpokenWord[],
  { punctuate = true, paragraphs = true, keyterms = [] }: WriteOptions = {},
): WrittenPiece[] {
  let marked = [...pieces];
  if (punctuate) marked = hasOwnMarks(words) ? attachMarks(pieces) : setMarks(pieces, words, keyterms);
  return paragraphs ? setParagraphs(marked, words) : marked;
}

function setMarks(
  pieces: readonly WrittenPiece[],
  words: readonly SpokenWord[],
  keyterms: readonly string[],
): WrittenPiece[] {
  const tokens = tokensOf(pieces);
  const names = namesIn(tokens, keyterms);
  const marks = new Map<number, Mark>();
  for (const at of addressCommas(tokens, names)) marks.set(at, ",");
  const inside = new Set(
    names.flatMap(({ from, to }) => Array.from({ length: to - from - 1 }, (_, word) => from + word)),
  );
  const concrete = concreteOf(tokens, names);
  // "Ai Cập" is no "ai".
  const keys = tokens.map(({ key }) => key);
  for (const { from, to } of names) if (to - from > 1) keys.fill("", from, to);
  let start = 0;
  for (let at = 0; at < pieces.length; at++) {
    const gap = gapAfter(pieces, words, at);
    if (at < pieces.length - 1 && !gap.isTurn && (gap.seconds < pause.comma || inside.has(at))) continue;
    const isEnd = at === pieces.length - 1 || gap.isTurn;
    const mark = isEnd ? "." : markAt(tokens, at, start, gap.seconds);
    if (mark === "," && !marks.has(at)) marks.set(at, ",");
    if (mark !== ".") continue;
    marks.set(at, isQuestion(keys, start, at + 1, (place) => concrete.has(place)) ? "?" : ".");
    start = at + 1;
  }
  return pieces.map((piece, at) => (marks.has(at) ? { ...piece, text: piece.text + marks.get(at) } : piece));
}

/** Whether an engine sets marks itself: one stands behind a word, or alone. */
const hasOwnMarks = (words: readonly SpokenWord[]): boolean =>
  words.some(({ word }) => /[\p{L}\p{N}%]["'”’)]*[.,?!…;:]+["'”’)]*$/u.test(word) || /^[.,?!…;:]+$/.test(word));

const attachMarks = (pieces: readonly WrittenPiece[]): WrittenPiece[] =>
  pieces.map((piece) => (/^[.,?!…;:)\]”]+$/.test(piece.text) ? { ...piece, isAttached: true } : piece));

type Gap = { seconds: number; isTurn: boolean };

function gapAfter(pieces: readonly WrittenPiece[], words: readonly SpokenWord[], at: number): Gap {
  const last = words[(pieces[at]?.to ?? 0) - 1];
  const next = words[pieces[at + 1]?.from ?? words.length];
  if (!last || !next) return { seconds: 0, isTurn: false };
  const seconds = (next.start ?? Number.NaN) - (last.end ?? Number.NaN);
  const isTurn = last.speaker !== undefined && next.speaker !== undefined && last.speaker !== next.speaker;
  return { seconds: Number.isFinite(seconds) ? seconds : 0, isTurn };
}

/** The mark for a pause behind a word, by its length and by what stands beside it. */
function markAt(tokens: readonly Token[], at: number, start: number, seconds: number): Mark | null {
  const last = tokens[at]?.key ?? "";
  const next = tokens[at + 1]?.key ?? "";
  const isInterjection =
    interjections.has(last) && (at === start || (at === start + 1 && interjections.has(tokens[start]?.key ?? "")));
  if (isInterjection) return seconds < pause.sentence ? "," : ".";
  if (last === "ơi") return ",";
  if (last === "không" || last === "chưa") return openers.has(next) || seconds >= pause.sentence ? "." : null;
  const isBinding = binding.has(last) && !(looseBinding.has(last) && next !== "" && seconds >= pause.sentence);
  const isCounted = tokens[at]?.isCount && next !== "" && !openers.has(next) && !conjunctions.has(next);
  const isNumeral = numerals.has(last) && tokens[at - 1]?.key !== "thứ";
  if (isBinding || isCounted || isNumeral) return null;
  if (closers.has(last)) return ".";
  if (last === "" && next === "") return ",";
  if (conjunctions.has(next))
    return seconds < pause.sentence ? "," : seconds < pause.paragraph && softNext.has(next) ? "," : ".";
  if (seconds >= pause.sentence) return ".";
  return seconds >= pause.unmarkedComma && at > start ? "," : null;
}

/** Conjunctions that hardly begin a sentence. */
const softNext = words("softNext");

/** The places behind which the parts of an address are divided. */
function addressCommas(tokens: readonly Token[], names: readonly Name[]): number[] {
  const endingAt = new Map(names.map((name) => [name.to, name]));
  const startingAt = new Map(names.map((name) => [name.from, name]));
  const places: number[] = [];
  for (let at = 1; at < tokens.length; at++) {
    if (tokens[at - 1]?.close) continue;
    const before = endingAt.get(at);
    const isPartBefore = isAddressPart(tokens, at, before);
    if (!isPartBefore) continue;
    const key = tokens[at]?.key ?? "";
    const isPair = addressPairs.has(`${key} ${tokens[at + 1]?.key}`);
    const head = isPair ? 2 : addressParts.has(key) ? 1 : 0;
    const isNamed = head > 0 && (tokens[at + head]?.key === "" || startingAt.has(at + head));
    const isProvince = startingAt.get(at)?.kind === "province" && before?.kind !== "province";
    if (isNamed || isProvince) places.push(at - 1);
  }
  return places;
}

/** Whether the words before a place are part of an address: a number or a name with its head. */
function isAddressPart(tokens: readonly Token[], at: number, before: Name | undefined): boolean {
  const from = before?.from ?? (tokens[at - 1]?.key === "" ? at - 1 : -1);
  if (from < 0) return false;
  if (before?.kind === "place") return true;
  return (
    addressHeads.has(tokens[from - 1]?.key ?? "") || (from >= 1 && tokens[from - 1]?.key === "" && before !== undefined)
  );
}

/** Numbers, and the first and last words of names. */
const concreteOf = (tokens: readonly Token[], names: readonly Name[]): ReadonlySet<number> =>
  new Set([
    ...tokens.flatMap(({ key }, at) => (key === "" ? [at] : [])),
    ...names.flatMap(({ from, to }) => [from, to - 1]),
  ]);

/** Paragraphs begin where the speaker changes, and at long pauses between sentences. */
function setParagraphs(pieces: readonly WrittenPiece[], words: readonly SpokenWord[]): WrittenPiece[] {
  const isPunctuated = pieces.some(({ text }) => endsSentence(text));
  let since = 0;
  return pieces.map((piece, at) => {
    since += piece.to - piece.from;
    if (at === 0) return piece;
    const { seconds, isTurn } = gapAfter(pieces, words, at - 1);
    const isLong = seconds >= (since > manyWords ? pause.paragraphOfMany : pause.paragraph);
    const isBetween = isLong && (!isPunctuated || endsSentence(pieces[at - 1]?.text ?? ""));
    if (!isTurn && !isBetween) return piece;
    since = piece.to - piece.from;
    return { ...piece, paragraph: true as const };
  });
}
