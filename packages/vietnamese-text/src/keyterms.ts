import { foreignWords } from "./data";
import { foreignSyllables } from "./keyterms/foreign-spelling";
import { LetterIndex, lettersOf } from "./keyterms/letter-index";
import { isCommonPair, isLetter, isOnlyLetter, ordinaryCost } from "./keyterms/ordinary";
import { parseSyllable, type Syllable } from "./keyterms/phonemes";
import { SoundIndex } from "./keyterms/sound-index";
import { type SpokenWord as Spoken, spokenWords } from "./write/spoken";

/** A word after the repair, and the spoken words [from, to) that it stands for. `term` is set where one was put in. */
export type RepairedWord = Spoken & { from: number; to: number; term?: string };

export { checkTerms, type TermProblem, termLimits } from "./keyterms/check-terms";

/** A word without the marks around it, in small letters, and its syllables. */
type Sounds = { bare: string; letters: string; syllables: readonly Syllable[]; isForeign: boolean };
type Parsed = Sounds & { before: string; after: string; endsRun: boolean };

/** A run of words that a term fits, and by how much better than ordinary Vietnamese does. */
type Fit = { from: number; to: number; term: string; parts: readonly number[]; gain: number };

/** How unlikely a term is before its sound is compared, as a negative logarithm: exactly its words, or what is like them. */
const surprise = { exact: 5.5, exactSyllable: 9.5, near: 9.5, nearPair: 11, nearSyllable: 10, edit: 2 } as const;
/** Words that names follow, and by how much likelier a term is behind them. */
const introductions = new Set(
  "anh chị em cô chú bác ông bà bạn thầy tên sĩ app hãng hàng thuốc ty dụng hiệu qua bằng trên của dùng mua gọi".split(
    " ",
  ),
);
const introduction = 2;
/** What speaks against a term whose last word makes a common word with the one behind it. */
const brokenPair = 2;
/** A term is not looked for across a longer pause. In seconds. */
const longestPause = 0.8;

/**
 * Puts terms into what a recognizer wrote instead of them: runs of words that sound like a term, and are not more likely
 * as ordinary Vietnamese or as another term. Words that are exactly a term get its spelling. Expects terms that
 * `checkTerms` accepts; takes time in proportion to the words.
 */
export function repairTerms(
  words: string | readonly Spoken[],
  terms: readonly string[],
): { text: string; words: RepairedWord[] } {
  const spoken = spokenWords(words);
  const parsed = parseWords(spoken);
  const repaired: RepairedWord[] = [];
  let next = 0;
  const keep = (to: number) => {
    for (; next < to; next += 1) repaired.push(asSpoken(spoken, next, next + 1, spoken[next]?.word ?? ""));
  };
  for (const fit of bestFits(findFits(parsed, terms), spoken.length)) {
    keep(fit.from);
    repaired.push(...putIn(fit, spoken, parsed));
    next = fit.to;
  }
  keep(spoken.length);
  return { text: repaired.map(({ word }) => word).join(" "), words: repaired };
}

function parseWords(spoken: readonly Spoken[]): Parsed[] {
  const known = new Map<string, Sounds>();
  return spoken.map(({ word, end, speaker }, index) => {
    const [, before = "", written = "", after = ""] =
      /^([^\p{L}\d]*)(.*?)([^\p{L}\d]*)$/su.exec(word.normalize("NFC")) ?? [];
    const bare = written.toLowerCase();
    let sounds = known.get(bare);
    if (!sounds) {
      const isForeign = bare.length > 2 && parseSyllable(bare) === undefined && foreignWords[bare] === undefined;
      sounds = { bare, letters: lettersOf(bare), syllables: syllablesOf(bare), isForeign };
      known.set(bare, sounds);
    }
    const follower = spoken[index + 1];
    const pause = follower?.start !== undefined && end !== undefined ? follower.start - end : 0;
    // Nor is it across a mark that stands alone.
    const endsRun = after !== "" || bare === "" || pause > longestPause || follower?.speaker !== speaker;
    return { ...sounds, before, after, endsRun };
  });
}

function syllablesOf(bare: string): readonly Syllable[] {
  const own = parseSyllable(bare);
  if (own) return [own];
  if (!/^\p{L}{2,30}$/u.test(bare)) return [];
  return (foreignSyllables(bare)[0] ?? []).flatMap(([first]) => (first ? [first.syllable] : []));
}

function findFits(parsed: readonly Parsed[], terms: readonly string[]): Fit[] {
  const { sounds, letters } = indexOf(terms);
  const stream = parsed.flatMap(({ syllables, endsRun }, word) =>
    (syllables.length > 0 ? syllables : [undefined]).map((syllable, at, all) => ({
      syllable,
      word,
      isFirst: at === 0,
      endsRun: endsRun && at === all.length - 1,
    })),
  );
  return stream.flatMap(({ word: from, isFirst }, at) => {
    if (!isFirst) return [];
    const fits = spelledFits(parsed, from, letters);
    for (const { term, to: behind, parts, distance, isExact } of sounds.fits(stream, at)) {
      const to = stream[behind]?.word ?? parsed.length;
      const one = to - from === 1;
      const near = parts.length === 1 ? surprise.nearSyllable : parts.length === 2 ? surprise.nearPair : surprise.near;
      const prior = isExact ? (one ? surprise.exactSyllable : surprise.exact) : near;
      const isPartOfSpelling = [parsed[from - 1], parsed[to]].some((word) => word && isOnlyLetter(word.bare));
      if (isPartOfSpelling && parsed.slice(from, to).every(({ bare }) => isLetter(bare))) continue;
      const gain = ordinary(parsed, from, to) - prior - distance + introduced(parsed, from, isExact && one ? 2 : 1);
      if (gain <= 0) continue;
      const wordParts = parts.filter((_, place) => stream[at + place]?.isFirst);
      fits.push({ from, to, term, parts: wordParts, gain });
    }
    return fits;
  });
}

/** Lists of terms are used again and again. */
const indexes = new Map<string, { sounds: SoundIndex; letters: LetterIndex }>();
const mostIndexes = 20;

function indexOf(terms: readonly string[]) {
  const key = terms.join("\n");
  let index = indexes.get(key);
  if (!index) {
    index = { sounds: new SoundIndex(terms), letters: new LetterIndex(terms) };
    if (indexes.size >= mostIndexes) indexes.clear();
    indexes.set(key, index);
  }
  return index;
}

/** Words that, written together, are the letters of a term, or nearly where they are no Vietnamese. */
function spelledFits(parsed: readonly Parsed[], from: number, index: LetterIndex): Fit[] {
  const fits: Fit[] = [];
  let letters = "";
  let hasForeign = false;
  for (let to = from + 1; to <= parsed.length && letters.length <= index.longest; to += 1) {
    const last = parsed[to - 1];
    letters += last?.letters ?? "";
    hasForeign ||= last?.isForeign === true;
    const fit = index.fit(letters, hasForeign);
    if (fit) {
      const { term, edits } = fit;
      const run = to - from;
      const isSyllable = run === 1 && parseSyllable(letters) !== undefined;
      const isWordByWord = term.split(" ").length === run;
      const parts = Array.from({ length: run }, (_, at) => (isWordByWord ? at : 0));
      const prior = (isSyllable ? surprise.exactSyllable : surprise.exact) + edits * surprise.edit;
      const gain = ordinary(parsed, from, to) - prior + introduced(parsed, from, isSyllable ? 2 : 1);
      if (gain > 0) fits.push({ from, to, term, parts, gain });
    }
    if (last?.endsRun) break;
  }
  return fits;
}

/** How much likelier a term is by the word before it. */
const introduced = (parsed: readonly Parsed[], from: number, weight = 1): number => {
  const before = parsed[from - 1];
  return before && before.after === "" && introductions.has(before.bare) ? introduction * weight : 0;
};

/** How surprising a run is as ordinary Vietnamese, less what the words around it lose without it. */
function ordinary(parsed: readonly Parsed[], from: number, to: number): number {
  let cost = 0;
  for (let at = from; at < to; at += 1) cost += ordinaryCost(parsed[at]?.bare ?? "", beforeOf(parsed, at));
  const last = parsed[to - 1];
  const follower = parsed[to];
  if (!last || !follower || last.after !== "" || !isCommonPair(last.bare, follower.bare)) return cost;
  return cost - brokenPair - ordinaryCost(follower.bare, undefined) + ordinaryCost(follower.bare, last.bare);
}

function beforeOf(parsed: readonly Parsed[], at: number): string | undefined {
  const before = parsed[at - 1];
  return before?.after === "" ? before.bare : undefined;
}

/** The fits with the greatest gain together that do not overlap, in their order. */
function bestFits(fits: readonly Fit[], length: number): Fit[] {
  const ending = new Map<number, Fit[]>();
  for (const fit of fits) ending.set(fit.to, [...(ending.get(fit.to) ?? []), fit]);
  const gains = new Float64Array(length + 1);
  const chosen: (Fit | undefined)[] = [];
  for (let to = 1; to <= length; to += 1) {
    gains[to] = gains[to - 1] ?? 0;
    for (const fit of ending.get(to) ?? []) {
      const gain = (gains[fit.from] ?? 0) + fit.gain;
      if (gain <= (gains[to] ?? 0)) continue;
      gains[to] = gain;
      chosen[to] = fit;
    }
  }
  const best: Fit[] = [];
  for (let to = length; to > 0; ) {
    const fit = chosen[to];
    if (fit) best.push(fit);
    to = fit ? fit.from : to - 1;
  }
  return best.reverse();
}

/** The words of the term in the place of the run, each over the spoken words that it replaces. */
function putIn({ from, to, term, parts }: Fit, spoken: readonly Spoken[], parsed: readonly Parsed[]): RepairedWord[] {
  const words = term.split(" ");
  const written = [...new Set(parts)].map((part, index, all) => {
    const first = from + parts.indexOf(part);
    const behind = from + parts.lastIndexOf(part) + 1;
    const upTo = all[index + 1] ?? words.length;
    return { word: words.slice(index === 0 ? 0 : part, upTo).join(" "), from: first, to: behind };
  });
  return written.map(({ word, from: first, to: behind }) => {
    const before = first === from ? (parsed[from]?.before ?? "") : "";
    const after = behind === to ? (parsed[to - 1]?.after ?? "") : "";
    return { ...asSpoken(spoken, first, behind, before + word + after), term };
  });
}

/** A word in the place of those from `from` to `to`, with their times and speaker. */
function asSpoken(spoken: readonly Spoken[], from: number, to: number, word: string): RepairedWord {
  const { start, speaker } = spoken[from] ?? {};
  const end = spoken[to - 1]?.end;
  return {
    word,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    ...(speaker !== undefined && { speaker }),
    from,
    to,
  };
}
