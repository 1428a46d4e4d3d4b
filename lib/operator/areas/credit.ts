import { adjustCredit } from "@/lib/billing/adjust-credit";
import { enterCredit } from "@/lib/billing/top-ups/enter-credit";
import { getBusiness } from "@/lib/businesses/suspension/operate";
import { OperatorError } from "@/lib/errors";
import { vndInEnglish } from "@/lib/i18n/vnd";
import { amountSchema, referenceSchema } from "../schema";
import { actorOptions, type Given, isConfirmed, readActor, UsageError, verb } from "../verb";

const options = {
  "--amount <VND>": "whole VND without separators",
  "--yes": "do not ask whether the amount is right",
  ...actorOptions,
} as const;

export const verbs = [
  verb({
    usage: "enter <business>",
    about: "credits what was paid by another way than a reported bank transfer",
    options: { ...options, "--reference <number>": "number of the contract or receipt" },
    async run(given) {
      const business = await getBusiness(given.args[0]);
      const amountVnd = readAmount(given.options.amount);
      const reference = referenceSchema.safeParse(given.options.reference);
      if (amountVnd < 0n) throw new UsageError("A credit is above zero. To take credit, use adjust.");
      if (!reference.success) throw new UsageError("Give the number of the contract or receipt with --reference.");
      await confirmAmount(given, amountVnd, `credit ${business.name} (${business.id})`);
      const { operator, reason } = await readActor(given);
      const topUpId = await enterCredit(operator, business, { amountVnd, reference: reference.data, reason });
      const data = { businessId: business.id, amountVnd, topUpId };
      return { lines: [`${business.name} (${business.id}) is credited ${amountVnd} VND as ${topUpId}.`], data };
    },
  }),
  verb({
    usage: "adjust <business>",
    about: "gives or takes credit: --amount=-50000",
    options,
    async run(given) {
      const business = await getBusiness(given.args[0]);
      const amountVnd = readAmount(given.options.amount);
      await confirmAmount(given, amountVnd, `adjust the credit of ${business.name} (${business.id})`);
      const { operator, reason } = await readActor(given);
      await adjustCredit(operator, business, { amountVnd, reason });
      const lines = [`The credit of ${business.name} (${business.id}) is adjusted by ${amountVnd} VND.`];
      return { lines, data: { businessId: business.id, amountVnd } };
    },
  }),
];

const confirmFromVnd = 10_000_000n;

/** Shows a large amount in words; throws unless it is confirmed. */
async function confirmAmount(given: Given<unknown, { yes?: boolean }>, amountVnd: bigint, what: string): Promise<void> {
  const size = amountVnd < 0n ? -amountVnd : amountVnd;
  if (size <= confirmFromVnd) return;
  const grouped = new Intl.NumberFormat("en").format(amountVnd);
  given.terminal.show([`${what}: ${grouped} VND (${amountVnd < 0n ? "minus " : ""}${vndInEnglish(size)})`]);
  if (!(await isConfirmed(given, "Is this the amount (yes/no)? "))) throw new OperatorError("Nothing was done.");
}

function readAmount(typed: string | undefined): bigint {
  const amount = amountSchema.safeParse(typed);
  if (!amount.success)
    throw new UsageError("Give the amount in whole VND without separators, such as --amount 200000.");
  return amount.data;
}
