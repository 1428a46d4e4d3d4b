import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign-unclaimed";
import { closeAsOwn, closeAsReturned } from "@/lib/money/bank/transfers/close";
import { listUnmatched, type Unmatched } from "@/lib/money/bank/transfers/list-unmatched";
import { reopenTransfer } from "@/lib/money/bank/transfers/reopen";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse-transfer";
import { unassign } from "@/lib/money/bank/transfers/unassign-credited";
import { voidTransfer } from "@/lib/money/bank/transfers/void";
import { closeAsRefund } from "@/lib/money/refunds/decide";
import { act, resultOf } from "@/lib/operator/cli/act";
import { readActor, UsageError, verb } from "@/lib/operator/cli/verb";
import { confirmAmountOf, confirmOptions } from "@/lib/operator/confirm-amount";
import { transferFilterSchema, transferStates } from "@/lib/operator/transfers/schema";
import { listInTerminal } from "@/lib/operator/transfers/transfers";
import { vietnamTime } from "@/lib/platform/vietnam-time";

export const verbs = [
  verb({
    usage: "list",
    about: "those that belong to no business; their payers are masked, times are on Vietnam's clock",
    isDefault: true,
    async run() {
      const transfers = await listUnmatched();
      const lines = [...transfers.map(describeTransfer), `${transfers.length} bank transfers are unmatched`];
      return { lines, data: transfers };
    },
  }),
  verb({
    usage: "find [words]",
    about: "the newest 40 that match; words are whole words of memo, payer and reference, or an ID",
    options: {
      "--state <state>": transferStates.join(", "),
      "--amount <VND>": "whole VND",
      "--account <number>": "one of our own accounts",
      "--from <day>": "such as 2026-11-01",
      "--to <day>": "such as 2026-11-30",
    },
    async run({ args: [q], options }) {
      const filter = transferFilterSchema.parse({ ...options, q });
      const unread = Object.entries(options).find(([name, value]) => value && !(name in filter && filter[name as "q"]));
      if (unread && unread[0] !== "json") throw new UsageError(`--${unread[0]} cannot be read.`);
      const { rows } = await listInTerminal(filter);
      const lines = rows.map(
        ({ business, status, ...row }) => `${describeTransfer({ ...row, named: business?.slug ?? "" })}  ${status}`,
      );
      return { lines: [...lines, `${rows.length} bank transfers`], data: rows };
    },
  }),
  verb({
    usage: "assign <transfer> <business>",
    about: "credits an unmatched transfer that no business claimed",
    options: { "--order <id>": "the top-up that it pays", ...confirmOptions },
    async run(given) {
      const [id, name] = given.args;
      const business = await getBusiness(name);
      await confirmAmountOf(given, id, "assign");
      const { operator, reason } = await readActor(given);
      return resultOf(await assignUnclaimed(operator, id, business, reason, { orderId: given.options.order }), () => ({
        lines: [`${id} is credited to ${business.name} (${business.id}).`],
        data: { transferId: id, businessId: business.id },
      }));
    },
  }),
  act({
    usage: "unassign <transfer>",
    about: "takes it back from the wrong business: it is unmatched again",
    confirms: "unassign",
    async run({ args: [id], operator, reason }) {
      return resultOf(await unassign(operator, id, reason), ({ businessId, owedMilli }) => ({
        lines: [`${id} is taken back from ${businessId} and unmatched again.${describeOwed(owedMilli)}`],
        data: { transferId: id, businessId, owedMilli },
      }));
    },
  }),
  act({
    usage: "reverse <transfer>",
    about: "its bank took it back",
    confirms: "reverse",
    async run({ args: [id], operator, reason }) {
      return resultOf(await reverseTransfer(operator, id, reason), (owedMilli) => ({
        lines: [`${id} is reversed.${describeOwed(owedMilli)}`],
        data: { transferId: id, owedMilli },
      }));
    },
  }),
  act({
    usage: "void <transfer>",
    about: "it was never at the bank, or is recorded twice",
    confirms: "void",
    async run({ args: [id], operator, reason }) {
      return resultOf(await voidTransfer(operator, id, reason), ({ owedMilli, reopened }) => ({
        lines: [`${id} is void.${describeOwed(owedMilli)}${reopened ? ` ${reopened} waits again.` : ""}`],
        data: { transferId: id, owedMilli, reopened },
      }));
    },
  }),
  act({
    usage: "reopen <transfer>",
    about: "undoes a wrong reverse, close or void: it is unmatched again, and so is what it returned or paid",
    confirms: "reopen",
    async run({ args: [id], operator, reason }) {
      return resultOf(await reopenTransfer(operator, id, reason), ({ businessId, also }) => ({
        lines: [
          `${id}${businessId ? ` of ${businessId}` : ""} is unmatched again.${also ? ` ${also} waits again.` : ""}`,
        ],
        data: { transferId: id, businessId, also },
      }));
    },
  }),
  verb({
    usage: "close <transfer>",
    about: "it is no customer's, paid a refund, or returned an incoming transfer to its payer",
    options: {
      "--kind <kind>": "own: a fee, a salary, interest; refund; or returned",
      "--transfer <id>": "the incoming transfer that it returned",
      "--refund <id>": "the refund that it paid, where several have its amount",
      ...confirmOptions,
    },
    async run(given) {
      const [id] = given.args;
      const { kind, transfer, refund } = given.options;
      if (kind !== "own" && kind !== "refund" && kind !== "returned")
        throw new UsageError("Say what it was with --kind own, --kind refund or --kind returned.");
      if (kind === "returned" && !transfer)
        throw new UsageError("Give the incoming transfer that it returned with --transfer.");
      await confirmAmountOf(given, id, "close");
      const { operator, reason } = await readActor(given);
      const closing =
        kind === "returned"
          ? closeAsReturned(operator, id, { incomingId: transfer ?? "", reason })
          : kind === "refund"
            ? closeAsRefund(operator, id, { refundId: refund, reason })
            : closeAsOwn(operator, id, reason);
      return resultOf<unknown>(await closing, (owed) => {
        const owedMilli = typeof owed === "bigint" ? owed : 0n;
        const lines = [`${id} is closed as ${kind}.${describeOwed(owedMilli)}`];
        return { lines, data: { transferId: id, kind, owedMilli } };
      });
    },
  }),
];

export const describeTransfer = ({ id, direction, amountVnd, occurredAt, reference, reason, ...rest }: Unmatched) =>
  [
    ...[id, direction, `${amountVnd} VND`, vietnamTime(occurredAt), reference, reason],
    ...[rest.resemblesId && `like ${rest.resemblesId}`, rest.named, rest.payer],
    JSON.stringify(rest.memo),
  ]
    .filter(Boolean)
    .join("  ");

const describeOwed = (owedMilli: bigint) =>
  owedMilli > 0n ? ` Its business owes ${owedMilli / 1000n} VND for it and is suspended.` : "";
