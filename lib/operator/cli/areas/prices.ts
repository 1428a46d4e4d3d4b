import { addPrice, type PlannedPrice, planPrice } from "@/lib/money/prices/register-operator-price";
import { statedPriceSchema } from "@/lib/money/prices/schema";
import { resultOf } from "@/lib/operator/cli/act";
import { actorOptions, isConfirmed, readActor, UsageError, verb } from "@/lib/operator/cli/verb";
import { OperatorError } from "@/lib/platform/errors";
import { vietnamTime } from "@/lib/platform/vietnam-time";

export const verbs = [
  verb({
    usage: "add",
    about: "adds a price, which can only be replaced by a later one",
    options: {
      "--model <id>": "of one model",
      "--business <business>": "of one business, by its id or slug",
      "--vnd <đồng>": "whole đồng, tax included",
      "--unit <unit>": "1000_characters or second",
      "--from <time>": "date and time with a time zone",
      "--yes": "do not ask whether the price is right",
      ...actorOptions,
    },
    async run(given) {
      const price = statedPriceSchema.safeParse(given.options);
      if (!price.success)
        throw new UsageError(
          price.error.issues.map(({ path, message }) => `--${String(path[0])} ${message}`).join("\n"),
        );
      const planned = await planPrice(price.data);
      given.terminal.show(describePrice(planned));
      if (!(await isConfirmed(given, "Add it (yes/no)? "))) throw new OperatorError("Nothing was added.");
      const { operator, reason } = await readActor(given, "Why? ");
      return resultOf(await addPrice(operator, planned, reason), (priceId) => ({
        lines: [`${priceId} was added.`],
        data: { ...planned, priceId },
      }));
    },
  }),
];

function describePrice(planned: PlannedPrice): string[] {
  const { modelId, business, priceVnd, unit, from, replaces, ownPrices, needsSecond } = planned;
  const whose = business ? `${business.name} (${business.id})` : "everyone";
  const before = replaces ? `${replaces.priceVnd} ₫` : "no price; is the id of the model right?";
  const others = business || ownPrices === 0 ? [] : [`${ownPrices} businesses have a price of their own and keep it.`];
  return [
    `${modelId} for ${whose}, by ${unit}, tax included, from ${vietnamTime(from)}:`,
    `  ${priceVnd} ₫ instead of ${before}`,
    ...others,
    ...(needsSecond ? ["A second person decides about it."] : []),
    "A price that was added can be neither changed nor deleted, only replaced by a later one.",
  ];
}
