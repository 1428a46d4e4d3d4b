import { parseArgs } from "node:util";
import { type Ask, askTerminal } from "@/lib/ask-terminal";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { actSchema } from "@/lib/operator/schema";
import type { Operator } from "@/lib/principals/operator";
import { printLines, runCommand } from "@/lib/run-command";
import { vietnamTime } from "@/lib/vietnam-time";
import { addPrice, findBusiness, type PlannedPrice, PriceError, planPrice } from "./register-operator-price";
import { statedPriceSchema } from "./schema";

const usage = `npm run prices -- list [--model <id>] [--business <id or slug>]
npm run prices -- add --model <id> --vnd <whole đồng> --unit 1000_characters|second [--business <id or slug>]
  [--from <date and time with a time zone>] [--yes] --as <your email> --reason "<why>"
  times are on Vietnam's clock`;

const options = {
  model: { type: "string" },
  vnd: { type: "string" },
  unit: { type: "string" },
  business: { type: "string" },
  from: { type: "string" },
  yes: { type: "boolean" },
  as: { type: "string" },
  reason: { type: "string" },
} as const;

/** `npm run prices`: lists prices and adds one after it was confirmed. Its exit code is 1 when it fails. */
export const pricesFromTerminal = (args: string[], ask: Ask = askTerminal): Promise<number> =>
  runCommand(usage, () => run(args, ask), explain);

async function run(args: string[], ask: Ask): Promise<string[]> {
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [command] = positionals;
  if (command === "list") return list(values);
  if (command !== "add") throw new PriceError(usage);
  return add(values, ask);
}

async function add({ yes, as, reason, ...stated }: { [name: string]: string | boolean | undefined }, ask: Ask) {
  const price = statedPriceSchema.safeParse(stated);
  if (!price.success) {
    const words = price.error.issues.map(({ path, message }) => `--${String(path[0])} ${message}`);
    throw new PriceError(`${words.join("\n")}\n${usage}`);
  }
  const planned = await planPrice(price.data);
  printLines(describePrice(planned));
  const isConfirmed = yes === true || /^y(es)?$/i.test((await ask("Add it (yes/no)? ")).trim());
  if (!isConfirmed) throw new PriceError("Nothing was added.");
  const act = actSchema.safeParse({
    email: as ?? (await ask("Who are you (email address)? ")),
    reason: reason ?? (await ask("Why? ")),
  });
  if (!act.success) throw new PriceError(`Give your email address and a reason of at most 300 characters.\n${usage}`);
  const operator = { email: act.data.email, via: "terminal" } as Operator;
  return [`${await addPrice(operator, planned, act.data.reason)} was added.`];
}

function describePrice({ modelId, business, priceVnd, unit, from, replaces, ownPrices }: PlannedPrice): string[] {
  const whose = business ? `${business.name} (${business.id})` : "everyone";
  const before = replaces ? `${replaces.priceVnd} ₫` : "no price; is the id of the model right?";
  const others = business || ownPrices === 0 ? [] : [`${ownPrices} businesses have a price of their own and keep it.`];
  return [
    `${modelId} for ${whose}, by ${unit}, tax included, from ${vietnamTime(from)}:`,
    `  ${priceVnd} ₫ instead of ${before}`,
    ...others,
    "A price that was added can be neither changed nor deleted, only replaced by a later one.",
  ];
}

async function list({ model: modelId, business: name }: { model?: string; business?: string }) {
  const businessId = name === undefined ? undefined : (await findBusiness(name)).id;
  const where = { modelId, businessId };
  const prices = await db.price.findMany({ where, orderBy: [{ modelId: "asc" }, { from: "asc" }, { id: "asc" }] });
  const state = (from: Date) => (from > clock.now() ? "later" : "begun");
  return [
    ...prices.map(({ id, modelId, businessId, from, priceVnd, unit, source }) =>
      [vietnamTime(from), state(from), modelId, businessId ?? "everyone", `${priceVnd} ₫`, unit, source, id].join("  "),
    ),
    `${prices.length} prices; of those that have begun the last one of a model applies, a business's own before everyone's`,
  ];
}

function explain(error: Error): string | null {
  if (error instanceof PriceError) return error.message;
  return error instanceof AppError && error.code === "NOT_FOUND" ? "There is no such business." : null;
}
