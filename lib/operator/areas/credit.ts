import { adjustCredit, grantPromotion } from "@/lib/billing/adjust-credit";
import { correctEntered } from "@/lib/billing/top-ups/correct-entered";
import { enterCredit } from "@/lib/billing/top-ups/enter-credit";
import { getBusiness } from "@/lib/businesses/suspension/operate";
import { confirmAmount, confirmOptions } from "../confirm-amount";
import { amountSchema, referenceSchema, untilSchema } from "../schema";
import { readActor, UsageError, verb } from "../verb";

const options = {
  "--amount <VND>": "whole VND without separators",
  ...confirmOptions,
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
  verb({
    usage: "correct <payment>",
    about: "changes what was entered, with its invoice: --amount=-50000 where 50,000 VND less was paid",
    options,
    async run(given) {
      const [id] = given.args;
      const amountVnd = readAmount(given.options.amount);
      await confirmAmount(given, amountVnd, `change the payment ${id}`);
      const { operator, reason } = await readActor(given);
      const businessId = await correctEntered(operator, id, { amountVnd, reason });
      return { lines: [`The payment ${id} is changed by ${amountVnd} VND.`], data: { businessId, id, amountVnd } };
    },
  }),
  verb({
    usage: "grant <business>",
    about: "gives free credit, which is spent before paid credit and never refunded",
    options: { ...options, "--until <time>": "when it expires, such as 2026-12-31T23:59:59+07:00; never without it" },
    async run(given) {
      const business = await getBusiness(given.args[0]);
      const amountVnd = readAmount(given.options.amount);
      const until = untilSchema.safeParse(given.options.until);
      if (amountVnd < 0n) throw new UsageError("Free credit is above zero. To take credit, use adjust.");
      if (!until.success) throw new UsageError("Give the time with a time zone, such as 2026-12-31T23:59:59+07:00.");
      await confirmAmount(given, amountVnd, `give free credit to ${business.name} (${business.id})`);
      const { operator, reason } = await readActor(given);
      const expiresAt = until.data ?? null;
      await grantPromotion(operator, business, { amountVnd, expiresAt, reason });
      const lines = [`${business.name} (${business.id}) is given ${amountVnd} VND of free credit.`];
      return { lines, data: { businessId: business.id, amountVnd, expiresAt } };
    },
  }),
];

export function readAmount(typed: string | undefined): bigint {
  const amount = amountSchema.safeParse(typed);
  if (!amount.success)
    throw new UsageError("Give the amount in whole VND without separators, such as --amount 200000.");
  return amount.data;
}
