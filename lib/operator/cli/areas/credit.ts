import { readFile } from "node:fs/promises";
import { StaffError } from "@/lib/access/audit/platform-acts";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { approveMoneyAct, rejectMoneyAct } from "@/lib/money/acts/decide";
import { isAbove } from "@/lib/money/acts/perform";
import { adjustCredit, grantPromotion, requestAdjustment } from "@/lib/money/adjustments/adjust-credit";
import { adjustmentKinds } from "@/lib/money/adjustments/schema";
import { correctEntered, enterCredit } from "@/lib/money/top-ups/entered";
import { bookFile } from "@/lib/operator/adjustments/bulk";
import { bulkColumns, newAdjustmentSchema } from "@/lib/operator/adjustments/schema";
import { act, confirmAmount, confirmOptions, resultOf } from "@/lib/operator/cli/act";
import { readActor, rejectArguments, UsageError, verb } from "@/lib/operator/cli/verb";
import { listOpenActs } from "@/lib/operator/money-acts/list";
import { amountSchema, referenceSchema, untilSchema } from "@/lib/operator/schema";
import { env } from "@/lib/platform/env";
import { vietnamTime } from "@/lib/platform/vietnam-time";

const options = {
  "--amount <VND>": "whole VND without separators",
  ...confirmOptions,
} as const;

const adjustmentFlags: Record<string, string> = {
  kind: "--kind",
  amountVnd: "--amount",
  reference: "--reference",
  expiresAt: "--until",
};

export const verbs = [
  verb({
    usage: "request <business>",
    about: "gives or takes credit by a document; above CREDIT_APPROVAL_ABOVE_VND it waits for a second person",
    options: {
      ...options,
      "--kind <kind>": `${adjustmentKinds.join(", ")}`,
      "--reference <number>": "number of the contract, receipt or decision",
      "--until <day>": "the last day of free credit, such as 2026-12-31",
    },
    async run(given) {
      const { kind, amount, reference, until } = given.options;
      const wanted = newAdjustmentSchema
        .omit({ reason: true })
        .safeParse({ business: given.args[0], kind, amountVnd: amount, reference, expiresAt: until });
      if (!wanted.success) rejectArguments(wanted.error, (field) => adjustmentFlags[field] ?? `<${field}>`);
      const { business: idOrSlug, ...adjustment } = wanted.data;
      const business = await getBusiness(idOrSlug);
      await confirmAmount(given, adjustment.amountVnd, `${adjustment.kind} for ${business.name} (${business.id})`);
      const { operator, reason } = await readActor(given);
      const { id, status } = await requestAdjustment(operator, business.id, { ...adjustment, reason });
      const what = status === "open" ? "waits for a second person" : "is booked";
      return { lines: [`${id} of ${adjustment.amountVnd} VND for ${business.name} ${what}.`], data: { id, status } };
    },
  }),
  verb({
    usage: "waiting",
    about: "what waits for a second person, of all acts that move money or set prices",
    isDefault: true,
    async run() {
      const open = await listOpenActs();
      const lines = open.map(({ id, kind, businesses, amountVnd, about, author, createdAt, reason }) =>
        [
          ...[id, kind, businesses.map(({ slug }) => slug).join(","), `${amountVnd} VND`, ...Object.values(about)],
          ...[vietnamTime(createdAt), author ?? "", reason],
        ].join("  "),
      );
      return { lines: [...lines, `${open.length} wait for a second person`], data: open };
    },
  }),
  act({
    usage: "approve <act>",
    about: "does what someone else asked for, if it is still the same",
    confirms: "approve",
    question: "Why? ",
    async run({ args: [id], operator, reason }) {
      await approveMoneyAct(operator, id, reason);
      return { lines: [`${id} is done.`], data: { id } };
    },
  }),
  act({
    usage: "reject <act>",
    about: "decides against it; nothing moves",
    question: "Why? ",
    async run({ args: [id], operator, reason }) {
      await rejectMoneyAct(operator, id, reason);
      return { lines: [`${id} is rejected.`], data: { id } };
    },
  }),
  verb({
    usage: "file <path>",
    about: `books a CSV file with the columns ${bulkColumns.join(", ")}; with a wrong line nothing`,
    options: {
      "--check": "only says what is wrong",
      "--yes": confirmOptions["--yes"],
      "--as <email>": "your email address",
    },
    async run(given) {
      const text = await readFile(given.args[0], "utf8").catch(() => {
        throw new UsageError("The file cannot be read.");
      });
      const { operator } = await readActor({ ...given, options: { ...given.options, reason: "file" } });
      const checked = await bookFile(operator, text, { mode: "check", locale: "en" });
      const isBooking = !given.options.check && checked.wrong === 0;
      if (isBooking) await confirmAmount(given, BigInt(checked.movedVnd), `book ${checked.lines.length} lines`);
      const result = isBooking ? await bookFile(operator, text, { mode: "book", locale: "en" }) : checked;
      const { lines, wrong, totalMilli, needsApproval, batchId } = result;
      const said = lines.map(
        ({ line, business, amount, error }) => `${line}  ${business}  ${amount}  ${error ?? "correct"}`,
      );
      const booked = batchId
        ? needsApproval
          ? `${batchId} waits for a second person`
          : `${batchId} is booked`
        : "nothing was booked";
      const sum = `${lines.length} lines, ${wrong} wrong, ${BigInt(totalMilli) / 1000n} VND: ${booked}`;
      return { lines: [...said, sum], data: result, isOk: wrong === 0 };
    },
  }),
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
      requireBelowLimit(amountVnd);
      await confirmAmount(given, amountVnd, `credit ${business.name} (${business.id})`);
      const { operator, reason } = await readActor(given);
      const payment = { amountVnd, reference: reference.data, reason };
      return resultOf(await enterCredit(operator, business, payment), (topUpId) => ({
        lines: [`${business.name} (${business.id}) is credited ${amountVnd} VND as ${topUpId}.`],
        data: { businessId: business.id, amountVnd, topUpId },
      }));
    },
  }),
  verb({
    usage: "adjust <business>",
    about: "gives or takes credit: --amount=-50000",
    options,
    async run(given) {
      const business = await getBusiness(given.args[0]);
      const amountVnd = readAmount(given.options.amount);
      requireBelowLimit(amountVnd);
      await confirmAmount(given, amountVnd, `adjust the credit of ${business.name} (${business.id})`);
      const { operator, reason } = await readActor(given);
      return resultOf(await adjustCredit(operator, business, { amountVnd, reason }), () => ({
        lines: [`The credit of ${business.name} (${business.id}) is adjusted by ${amountVnd} VND.`],
        data: { businessId: business.id, amountVnd },
      }));
    },
  }),
  verb({
    usage: "correct <payment>",
    about: "changes what was entered, with its invoice: --amount=-50000 where 50,000 VND less was paid",
    options,
    async run(given) {
      const [id] = given.args;
      const amountVnd = readAmount(given.options.amount);
      if (amountVnd > 0n) requireBelowLimit(amountVnd);
      await confirmAmount(given, amountVnd, `change the payment ${id}`);
      const { operator, reason } = await readActor(given);
      return resultOf(await correctEntered(operator, id, { amountVnd, reason }), (businessId) => ({
        lines: [`The payment ${id} is changed by ${amountVnd} VND.`],
        data: { businessId, id, amountVnd },
      }));
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
      requireBelowLimit(amountVnd);
      await confirmAmount(given, amountVnd, `give free credit to ${business.name} (${business.id})`);
      const { operator, reason } = await readActor(given);
      const expiresAt = until.data ?? null;
      return resultOf(await grantPromotion(operator, business, { amountVnd, expiresAt, reason }), () => ({
        lines: [`${business.name} (${business.id}) is given ${amountVnd} VND of free credit.`],
        data: { businessId: business.id, amountVnd, expiresAt },
      }));
    },
  }),
];

/** Throws StaffError for an amount that needs a document, and a second person. */
function requireBelowLimit(amountVnd: bigint): void {
  if (env.SECOND_PERSON === "off") return;
  const limit = new Intl.NumberFormat("en").format(env.CREDIT_APPROVAL_ABOVE_VND);
  if (isAbove([amountVnd])) throw new StaffError("operator.errors.aboveLimit", { limit });
}

export function readAmount(typed: string | undefined): bigint {
  const amount = amountSchema.safeParse(typed);
  if (!amount.success)
    throw new UsageError("Give the amount in whole VND without separators, such as --amount 200000.");
  return amount.data;
}
