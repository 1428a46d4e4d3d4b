import { approveRefund, refundMemo } from "@/lib/money/refunds/approve";
import { closePaidRefund, listOpenRefunds, rejectRefund } from "@/lib/money/refunds/decide";
import { act, resultOf } from "@/lib/operator/cli/act";
import { readActor, UsageError, verb } from "@/lib/operator/cli/verb";
import { confirmAmountOf, confirmOptions } from "@/lib/operator/confirm-amount";
import { vietnamTime } from "@/lib/platform/vietnam-time";

export const verbs = [
  verb({
    usage: "list",
    about: "open refunds, each with the account to pay to",
    isDefault: true,
    async run() {
      const refunds = await listOpenRefunds();
      const lines = refunds.map(
        ({ id, business, amountMilli, createdAt, payee }) =>
          `${id}  ${business.slug}  ${amountMilli / 1000n} VND  ${vietnamTime(createdAt)}  ${payee}`,
      );
      return { lines: [...lines, `${refunds.length} refunds are open`], data: refunds };
    },
  }),
  act({
    usage: "approve <refund>",
    about: "decides that it is to be paid: the bank's outgoing transfer with its memo or to its account then closes it",
    confirms: "approve",
    async run({ args: [id], operator, reason }) {
      const memo = refundMemo(id);
      return resultOf(await approveRefund(operator, id, reason), () => ({
        lines: [`${id} is approved. Transfer it with the memo ${memo}.`],
        data: { refundId: id, memo },
      }));
    },
  }),
  verb({
    usage: "pay <refund>",
    about: "records that a refund was paid",
    options: {
      "--transfer <id>": "the bank's outgoing transfer",
      "--without-transfer <why>": "why there is none",
      ...confirmOptions,
    },
    async run(given) {
      const [id] = given.args;
      const { transfer: transferId } = given.options;
      const withoutTransfer = given.options.withoutTransfer?.trim();
      if (!transferId && !withoutTransfer)
        throw new UsageError("Give the bank's outgoing transfer with --transfer, or say why there is none.");
      await confirmAmountOf(given, id, "pay");
      const { operator, reason } = await readActor(given);
      return resultOf(await closePaidRefund(operator, id, { transferId, withoutTransfer, reason }), () => ({
        lines: [`${id} is paid.`],
        data: { refundId: id },
      }));
    },
  }),
  act({
    usage: "reject <refund>",
    about: "gives the credit back; its business reads why",
    async run({ args: [id], operator, reason }) {
      return resultOf(await rejectRefund(operator, id, reason), () => ({
        lines: [`${id} is rejected.`],
        data: { refundId: id },
      }));
    },
  }),
];
