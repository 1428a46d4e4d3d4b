import type { Outcome } from "@/lib/money/acts/schema";
import { db } from "@/lib/platform/db";
import { OperatorError } from "@/lib/platform/errors";
import { vndInEnglish } from "@/lib/platform/i18n/vnd";
import {
  type Actor,
  type ArgumentsOfUsage,
  actorOptions,
  type Given,
  isConfirmed,
  type Result,
  readActor,
  type Verb,
} from "./verb";

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

export const confirmOptions = { "--yes": "do not ask whether the amount is right", ...actorOptions } as const;

const confirmFromVnd = 10_000_000n;

type Confirmed = Given<unknown, { yes?: boolean }>;

/** Shows a large amount in words; throws unless it is confirmed. */
export async function confirmAmount(given: Confirmed, amountVnd: bigint, what: string): Promise<void> {
  const size = amountVnd < 0n ? -amountVnd : amountVnd;
  if (size <= confirmFromVnd) return;
  const grouped = new Intl.NumberFormat("en").format(amountVnd);
  given.terminal.show([`${what}: ${grouped} VND (${amountVnd < 0n ? "minus " : ""}${vndInEnglish(size)})`]);
  if (!(await isConfirmed(given, "Is this the amount (yes/no)? "))) throw new OperatorError("Nothing was done.");
}

/** The same with the amount of a bank transfer, claim, refund or adjustment; of an unknown one the verb itself says that there is none. */
export async function confirmAmountOf(given: Confirmed, id: string, what: string): Promise<void> {
  const amountVnd = await findAmount(id);
  if (amountVnd !== null) await confirmAmount(given, amountVnd, `${what} ${id}`);
}

async function findAmount(id: string): Promise<bigint | null> {
  const where = { id };
  const [transfer, claim, refund, adjustment, waiting] = await Promise.all([
    db.bankTransfer.findUnique({ where, select: { amountVnd: true } }),
    db.bankClaim.findUnique({ where, select: { amountVnd: true } }),
    db.refundRequest.findUnique({ where, select: { amountMilli: true } }),
    db.creditAdjustment.findUnique({ where, select: { amountVnd: true } }),
    db.moneyAct.findUnique({ where, select: { amountVnd: true } }),
  ]);
  const found = transfer ?? claim ?? adjustment ?? waiting;
  return found?.amountVnd ?? (refund ? refund.amountMilli / 1000n : null);
}
