import type { Candidate } from "./candidates";
import { scoreWord, type Vocabulary } from "./vocabulary";

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
  return trace(best(steps));
}

function findBefore(vocabulary: Vocabulary, steps: readonly Step[], word: string): [Step, number] {
  let [before, most] = [steps[0] as Step, Number.NEGATIVE_INFINITY];
  for (const step of steps) {
    const score = step.score + languageWeight * scoreWord(vocabulary, step.word, word);
    if (score > most) [before, most] = [step, score];
  }
  return [before, most];
}

const best = (steps: readonly Step[]): Step => steps.reduce((most, step) => (step.score > most.score ? step : most));

function trace(last: Step): string[] {
  const words: string[] = [];
  for (let step = last; step.before; step = step.before) words.unshift(step.word);
  return words;
}
