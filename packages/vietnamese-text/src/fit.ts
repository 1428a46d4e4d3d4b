import { type Expected, score } from "./score";
import { type Weights, weights } from "./senses/table";
import { verbalize } from "./verbalize";

type Result = { right: number; wrong: number };

/** A wrong word costs as much as this many right sentences. */
const costOfWrong = 5;
const steps = [-2, -1, 1, 2];
const passes = 3;

function measure(rows: readonly Expected[]): Result {
  const verdicts = rows.map((row) => score(row, verbalize(row.sentence, { region: "north" }).spoken).verdict);
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length;
  return { right: count("right"), wrong: count("wrong") };
}

const worthOf = ({ right, wrong }: Result): number => right - costOfWrong * wrong;

/**
 * Searches for weights that read one author's sentences best, one weight at a time, and measures them on another's. The
 * weights in use stay as they are.
 */
export function fitWeights(training: readonly Expected[], held: readonly Expected[]) {
  const byHand = { ...weights };
  const before = { training: measure(training), held: measure(held) };
  let best = worthOf(before.training);
  for (let pass = 0; pass < passes; pass++) {
    for (const name of Object.keys(weights) as (keyof Weights)[]) {
      const start = weights[name];
      let chosen = start;
      for (const step of steps) {
        weights[name] = start + step;
        const worth = worthOf(measure(training));
        if (worth > best) [best, chosen] = [worth, start + step];
      }
      weights[name] = chosen;
    }
  }
  const fitted = { ...weights };
  const after = { training: measure(training), held: measure(held) };
  Object.assign(weights, byHand);
  return { byHand, fitted, before, after };
}
