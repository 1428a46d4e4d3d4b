import type { Outcome } from "@/lib/money/acts/schema";
import { confirmAmountOf, confirmOptions } from "@/lib/operator/confirm-amount";
import { type Actor, type ArgumentsOfUsage, actorOptions, type Given, type Result, readActor, type Verb } from "./verb";

type Act<Usage extends string> = Pick<Verb, "about"> & {
  usage: Usage;
  /** What is done to the amount of the first argument, in one word: a large amount has to be confirmed. */
  confirms?: string;
  /** How the reason is asked for. */
  question?: string;
  run: (given: Given<ArgumentsOfUsage<Usage>> & Actor) => Promise<Result>;
};

/** A verb that needs only its arguments, who performs it, and why. */
export const act = <const Usage extends string>({ confirms, question, run, ...one }: Act<Usage>): Verb => ({
  ...one,
  options: confirms ? confirmOptions : actorOptions,
  async run(given) {
    if (confirms) await confirmAmountOf(given, given.args[0], confirms);
    return run({ ...given, ...(await readActor(given, question)) });
  },
});

/** What is said of an act with money that was done, or waits for a second person. */
export const resultOf = <Done>(outcome: Outcome<Done>, say: (done: Done) => Result): Result =>
  outcome.status === "done"
    ? say(outcome.result)
    : {
        lines: [`Waits for a second person: npm run operator -- credit approve ${outcome.actId}`],
        data: { waits: outcome.actId },
      };
