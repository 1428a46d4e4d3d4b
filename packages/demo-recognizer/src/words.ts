import type { Rows } from "./network";
import type { Slot } from "./slots";

/** Spellings of syllables and counts of word pairs. */
export type Vocabulary = {
  /** Onset classes and rhymes without tone, in the order of the network's tokens after the blank. */
  onsets: readonly string[];
  rimes: readonly string[];
  /** By `onset|rhyme`: the spellings for each of the six tones. */
  spellings: ReadonlyMap<string, readonly (readonly string[])[]>;
  spellingCount: number;
  unigrams: ReadonlyMap<string, number>;
  bigrams: ReadonlyMap<string, number>;
  /** How often each word preceded any other. */
  contexts: ReadonlyMap<string, number>;
  total: number;
};

type Counts = { unigrams: Record<string, number>; bigrams: Record<string, number> };

/** Reads tokens.txt, lexicon.tsv and lm.json. */
export function readVocabulary(tokenList: string, lexicon: string, counts: Counts): Vocabulary {
  const tokens = linesOf(tokenList).map((line) => line.slice(0, line.lastIndexOf(" ")));
  const spellings = new Map(linesOf(lexicon).map(readEntry));
  const contexts = new Map<string, number>();
  for (const [pair, count] of Object.entries(counts.bigrams)) {
    const first = pair.slice(0, pair.indexOf(" "));
    contexts.set(first, (contexts.get(first) ?? 0) + count);
  }
  return {
    onsets: tokens.filter((token) => token.startsWith("▁")).map((token) => token.slice(1)),
    rimes: tokens.slice(1).filter((token) => !token.startsWith("▁")),
    spellings,
    spellingCount: new Set([...spellings.values()].flat(2)).size,
    unigrams: new Map(Object.entries(counts.unigrams)),
    bigrams: new Map(Object.entries(counts.bigrams)),
    contexts,
    total: Object.values(counts.unigrams).reduce((sum, count) => sum + count, 0),
  };
}

// Not trimmed: an entry may begin with a tab when it has no onset.
const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

function readEntry(line: string): [string, string[][]] {
  const [onset = "", rime = "", words = ""] = line.split("\t");
  return [`${onset}|${rime}`, words.split("|").map((spelled) => (spelled === "" ? [] : spelled.split(" ")))];
}

type Candidate = { word: string; score: number };

const mostCandidates = 16;
const mostParts = 4;
const withinBest = 6;

/** Most likely first: every spelling of the syllable's likeliest onsets and rhymes with each tone. */
export function listCandidates(vocabulary: Vocabulary, scores: Rows, tones: Float32Array, slot: Slot): Candidate[] {
  const { onsets, rimes, spellings } = vocabulary;
  const [onsetRow, rimeRow] = [slot.onsetAt * scores.width + 1, slot.rimeAt * scores.width + 1 + onsets.length];
  const likelyOnsets = findLikeliest(scores.data.subarray(onsetRow, onsetRow + onsets.length));
  const likelyRimes = findLikeliest(scores.data.subarray(rimeRow, rimeRow + rimes.length));
  const candidates = likelyOnsets.flatMap((onset) =>
    likelyRimes.flatMap((rime) =>
      (spellings.get(`${onsets[onset.index]}|${rimes[rime.index]}`) ?? []).flatMap((words, tone) =>
        words.map((word) => ({ word, score: onset.score + rime.score + (tones[tone] as number) })),
      ),
    ),
  );
  if (candidates.length === 0) return [asRecognized(vocabulary, slot)];
  return candidates.sort((a, b) => b.score - a.score).slice(0, mostCandidates);
}

function findLikeliest(scores: Float32Array): { index: number; score: number }[] {
  const least = Math.max(...scores) - withinBest;
  return Array.from(scores, (score, index) => ({ index, score }))
    .filter(({ score }) => score > least)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, mostParts);
}

/** A syllable missing from the dictionary, without its tone. */
const asRecognized = ({ onsets, rimes }: Vocabulary, { onset, rime }: Slot): Candidate => ({
  word: `${onsets[onset - 1]}${rimes[rime - 1 - onsets.length]}`,
  score: -20,
});

const languageWeight = 0.5;

/** A word and the best path that leads to it. */
type Step = { word: string; score: number; before: Step | null };

/** The most likely sentence (Viterbi): one word from each list, by its score and its successor's probability. */
export function chooseWords(vocabulary: Vocabulary, lists: readonly (readonly Candidate[])[]): string[] {
  let steps: Step[] = [{ word: "<s>", score: 0, before: null }];
  for (const candidates of lists) {
    const next = new Map<string, Step>();
    for (const { word, score } of candidates) {
      const [before, sum] = findBefore(vocabulary, steps, word);
      const step = { word, score: score + sum, before };
      if (step.score > (next.get(word)?.score ?? Number.NEGATIVE_INFINITY)) next.set(word, step);
    }
    steps = [...next.values()];
  }
  const words: string[] = [];
  const last = steps.reduce((best, step) => (step.score > best.score ? step : best));
  for (let step = last; step.before; step = step.before) words.unshift(step.word);
  return words;
}

function findBefore(vocabulary: Vocabulary, steps: readonly Step[], word: string): [Step, number] {
  let [before, most] = [steps[0] as Step, Number.NEGATIVE_INFINITY];
  for (const step of steps) {
    const score = step.score + languageWeight * scoreWord(vocabulary, step.word, word);
    if (score > most) [before, most] = [step, score];
  }
  return [before, most];
}

const [pairWeight, wordWeight, anyWeight] = [0.45, 0.45, 0.1];

/** The log probability of a word after another; `<s>` marks the start. */
function scoreWord(vocabulary: Vocabulary, before: string, word: string): number {
  const { unigrams, bigrams, contexts, total, spellingCount } = vocabulary;
  const seen = contexts.get(before) ?? 0;
  const alone = (wordWeight * (unigrams.get(word) ?? 0)) / total + anyWeight / spellingCount;
  const together = seen === 0 ? 0 : (pairWeight * (bigrams.get(`${before} ${word}`) ?? 0)) / (seen + 1);
  return Math.log(alone + together);
}
