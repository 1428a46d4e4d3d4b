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

const [pairWeight, wordWeight, anyWeight] = [0.45, 0.45, 0.1];

/** The log probability of a word after another; `<s>` marks the start. */
export function scoreWord(vocabulary: Vocabulary, before: string, word: string): number {
  const { unigrams, bigrams, contexts, total, spellingCount } = vocabulary;
  const seen = contexts.get(before) ?? 0;
  const alone = (wordWeight * (unigrams.get(word) ?? 0)) / total + anyWeight / spellingCount;
  const together = seen === 0 ? 0 : (pairWeight * (bigrams.get(`${before} ${word}`) ?? 0)) / (seen + 1);
  return Math.log(alone + together);
}
