import { regionalReading } from "./reading-options";
import type { Expected } from "./score";
import { decide } from "./senses/score";
import { tokensOf } from "./senses/tokens";

/** One ambiguous short form in a sentence: the scores that the tables give its senses, and the words around it. */
type Example = { short: string; senses: { words: string; score: number }[]; meant: number; words: string[] };
type Result = { right: number; spelled: number; wrong: number };

const reach = 60;
const folds = 5;
const rounds = 50;
const rate = 0.3;
const ridge = 0.3;
/** How much one point of the tables counts beside the fitted weights. */
const scale = 0.6;
/** A fitted sense is read only this far ahead of the second, in the logarithm of the odds; below it the letters are. */
const margins = [0.6, 1.2, 1.5, 2];
const options = { ...regionalReading.north };

function wordsAround(text: string, at: number, end: number): string[] {
  const left = tokensOf(text.slice(Math.max(0, at - reach), at));
  const right = tokensOf(text.slice(end, end + reach));
  return [
    ...new Set([
      `${left.at(-1) ?? ""} …`,
      `${left.slice(-2).join(" ")} …`,
      `… ${right[0] ?? ""}`,
      `… ${right.slice(0, 2).join(" ")}`,
      ...left,
      ...right,
    ]),
  ];
}

function exampleAt(text: string, at: number, meant: string): Example[] {
  const decision = decide(text, at, options);
  if (!decision) return [];
  const senses = decision.senses.map(({ spoken, score }) => ({ words: spoken, score }));
  const index = senses.findIndex(({ words }) => words.toLowerCase() === meant.toLowerCase());
  const short = text.slice(at, at + decision.length);
  return index < 0 ? [] : [{ short, senses, meant: index, words: wordsAround(text, at, at + short.length) }];
}

/** Rows of `training.tsv`: short form, its meaning, field, sentence. */
export const trainingOf = (rows: readonly string[][]): Example[] =>
  rows.flatMap(([short = "", meant = "", , text = ""]) => {
    const at = text.search(new RegExp(`(?<!\\p{L})${short}(?!\\p{L})`, "u"));
    return exampleAt(text, at, meant);
  });

/** The short forms of sentences with readings, where exactly one of their senses is among the words expected. */
export const examplesOf = (rows: readonly Expected[]): Example[] =>
  rows.flatMap(({ sentence, parts }) => {
    const expected = parts
      .map(([first]) => first)
      .join(" ")
      .toLowerCase();
    return [...sentence.matchAll(/[\p{L}\p{M}]+/gu)].flatMap(({ index: at }) => {
      const senses = decide(sentence, at, options)?.senses ?? [];
      const [meant, other] = senses.filter(({ spoken }) => expected.includes(spoken.toLowerCase()));
      return meant && !other && senses.length > 1 ? exampleAt(sentence, at, meant.spoken) : [];
    });
  });

type Model = Map<string, number>;

const scoresOf = (model: Model, { short, senses, words }: Example): number[] =>
  senses.map((sense) =>
    words.reduce(
      (sum, word) => sum + (model.get(`${short}|${sense.words}|${word}`) ?? 0),
      scale * Math.min(8, sense.score),
    ),
  );

/** Multinomial logistic regression on the words, with the tables' scores as the starting point. */
function learn(examples: readonly Example[]): Model {
  const model: Model = new Map();
  for (let round = 0; round < rounds; round++) {
    const slopes: Model = new Map();
    for (const example of examples) {
      const powers = scoresOf(model, example).map(Math.exp);
      const total = powers.reduce((sum, power) => sum + power, 0);
      for (const [index, sense] of example.senses.entries()) {
        const slope = (index === example.meant ? 1 : 0) - (powers[index] ?? 0) / total;
        for (const word of example.words) {
          const key = `${example.short}|${sense.words}|${word}`;
          slopes.set(key, (slopes.get(key) ?? 0) + slope);
        }
      }
    }
    for (const [key, slope] of slopes) model.set(key, (model.get(key) ?? 0) * (1 - rate * ridge) + rate * slope);
  }
  return model;
}

function measure(examples: readonly Example[], scoreAll: (one: Example) => number[], least: number, margin: number) {
  const result: Result = { right: 0, spelled: 0, wrong: 0 };
  for (const example of examples) {
    const scores = scoreAll(example).map((score, index) => ({ score, index }));
    const [best, second] = scores.sort((one, other) => other.score - one.score);
    const isSure = best && best.score >= least && best.score - (second?.score ?? Number.NEGATIVE_INFINITY) >= margin;
    result[!isSure ? "spelled" : best.index === example.meant ? "right" : "wrong"]++;
  }
  return result;
}

const byTables = ({ senses }: Example): number[] => senses.map(({ score }) => score);

/** The tables alone against tables with fitted words: on parts of the training left out in turn, and on another author. */
export function compareFitted(training: readonly Example[], other: readonly Example[]) {
  const inFold = (fold: number) => training.filter((_, index) => index % folds === fold);
  const models = Array.from({ length: folds }, (_, fold) =>
    learn(training.filter((_, index) => index % folds !== fold)),
  );
  const all = learn(training);
  const add = (one: Result, two: Result): Result => ({
    right: one.right + two.right,
    spelled: one.spelled + two.spelled,
    wrong: one.wrong + two.wrong,
  });
  return {
    tables: { training: measure(training, byTables, 3, 1), other: measure(other, byTables, 3, 1) },
    fitted: margins.map((margin) => ({
      margin,
      leftOut: models
        .map((model, fold) => measure(inFold(fold), (one) => scoresOf(model, one), margin, margin))
        .reduce(add),
      other: measure(other, (one) => scoresOf(all, one), margin, margin),
    })),
  };
}
