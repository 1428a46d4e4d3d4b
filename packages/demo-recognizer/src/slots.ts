import type { Rows } from "./network";

/** One syllable: its onset and rhyme, the 40-ms rows where they were detected, and the row where it ends. */
export type Slot = { onset: number; rime: number; onsetAt: number; rimeAt: number; end: number };

type FoundToken = { token: number; at: number };

const missingRime = -3;
const missingOnset = -4;
const longestTail = 6;

/** Finds the syllables in the scores. Token 0 is the blank, followed by the onsets and then the rhymes. */
export function findSlots(scores: Rows, onsets: number): Slot[] {
  const slots: Omit<Slot, "end">[] = [];
  let onset: FoundToken | null = null;
  const add = (first: FoundToken | null, second: FoundToken | null) => {
    if (first && second) slots.push({ onset: first.token, rime: second.token, onsetAt: first.at, rimeAt: second.at });
  };
  for (const found of listFound(scores)) {
    if (found.token <= onsets) {
      if (onset) add(onset, findBest(scores, [onset.at + 1, found.at], [onsets + 1, scores.width], missingRime));
      onset = found;
      continue;
    }
    const after = (slots.at(-1)?.rimeAt ?? -1) + 1;
    add(onset ?? findBest(scores, [after, found.at], [1, onsets + 1], missingOnset), found);
    onset = null;
  }
  return slots.map((slot, index) => ({
    ...slot,
    end: slots[index + 1]?.onsetAt ?? Math.min(scores.count, slot.rimeAt + longestTail),
  }));
}

/** The most likely token of each row, without blanks and repetitions (CTC decoding). */
function listFound({ count, width, data }: Rows): FoundToken[] {
  const tokens = Array.from({ length: count }, (_, at) => indexOfMost(data.subarray(at * width, (at + 1) * width)));
  return tokens.map((token, at) => ({ token, at })).filter(({ token, at }) => token !== 0 && token !== tokens[at - 1]);
}

function indexOfMost(values: Float32Array): number {
  let most = 0;
  for (let index = 1; index < values.length; index++) {
    if ((values[index] as number) > (values[most] as number)) most = index;
  }
  return most;
}

/** The most likely of some tokens within some rows, if it exceeds the threshold. Upper bounds are exclusive. */
function findBest(
  { width, data }: Rows,
  [firstRow, endRow]: [number, number],
  [firstToken, endToken]: [number, number],
  threshold: number,
): FoundToken | null {
  let [best, most]: [FoundToken | null, number] = [null, threshold];
  for (let at = firstRow; at < endRow; at++) {
    for (let token = firstToken; token < endToken; token++) {
      const score = data[at * width + token] as number;
      if (score > most) [best, most] = [{ token, at }, score];
    }
  }
  return best;
}
