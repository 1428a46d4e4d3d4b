import type { Rows } from "./layers";
import type { Slot } from "./slots";
import type { Vocabulary } from "./vocabulary";

export type Candidate = { word: string; score: number };

const most = 16;
const choices = 4;
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
  return candidates.sort((a, b) => b.score - a.score).slice(0, most);
}

function findLikeliest(scores: Float32Array): { index: number; score: number }[] {
  const least = Math.max(...scores) - withinBest;
  return Array.from(scores, (score, index) => ({ index, score }))
    .filter(({ score }) => score > least)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, choices);
}

/** A syllable missing from the dictionary, without its tone. */
const asRecognized = ({ onsets, rimes }: Vocabulary, { onset, rime }: Slot): Candidate => ({
  word: `${onsets[onset - 1]}${rimes[rime - 1 - onsets.length]}`,
  score: -20,
});
