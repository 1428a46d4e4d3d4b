import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import { adjustInvoice, cancelInvoice, listForOperator, replaceInvoice } from "@/lib/money/invoices/correct";
import { act, confirmAmount, confirmOptions } from "@/lib/operator/cli/act";
import { readActor, verb } from "@/lib/operator/cli/verb";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { readAmount } from "./credit";

export const verbs = [
  verb({
    usage: "list [business]",
    about: "the newest 50, of one business or of all",
    isDefault: true,
    async run({ args: [name] }) {
      const invoices = await listForOperator(name ? (await getBusiness(name)).id : null);
      const lines = invoices.map(({ business, requestedAt, amountVnd, originalId, error, ...row }) =>
        [
          ...[row.id, business.slug, row.kind, row.status, row.number, `${amountVnd} VND`, vietnamTime(requestedAt)],
          ...[originalId && `of ${originalId}`, row.reason, error && `error: ${error}`],
        ]
          .filter(Boolean)
          .join("  "),
      );
      return { lines: [...lines, `${invoices.length} invoices`], data: invoices };
    },
  }),
  verb({
    usage: "adjust <invoice>",
    about: "adds to an issued invoice, or takes from it: --amount=-50000",
    options: { "--amount <VND>": "whole VND without separators", ...confirmOptions },
    async run(given) {
      const [id] = given.args;
      const amountVnd = readAmount(given.options.amount);
      await confirmAmount(given, amountVnd, `adjust ${id}`);
      const { operator, reason } = await readActor(given);
      const correctionId = await adjustInvoice(operator, id, { amountVnd, reason });
      return {
        lines: [`${id} is adjusted by ${correctionId} once that is issued.`],
        data: { invoiceId: id, correctionId },
      };
    },
  }),
  act({
    usage: "replace <invoice>",
    about: "issues it again with the business's invoice details of now",
    async run({ args: [id], operator, reason }) {
      const correctionId = await replaceInvoice(operator, id, reason);
      return {
        lines: [`${id} is replaced by ${correctionId} once that is issued.`],
        data: { invoiceId: id, correctionId },
      };
    },
  }),
  act({
    usage: "cancel <invoice>",
    about: "cancels it with its corrections, or one adjustment alone",
    async run({ args: [id], operator, reason }) {
      const canceled = await cancelInvoice(operator, id, reason);
      return { lines: canceled.map((one) => `${one} is canceled.`), data: { canceled } };
    },
  }),
];
