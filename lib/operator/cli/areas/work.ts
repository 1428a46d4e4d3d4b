import type { Operator } from "@/lib/access/principals/operator";
import { act } from "@/lib/operator/cli/act";
import { verb } from "@/lib/operator/cli/verb";
import { readWork } from "@/lib/operator/work/overview";
import { listBankDays, listDueInvoices, listFailingEndpoints, retryInvoice } from "@/lib/operator/work/work";
import { vietnamTime } from "@/lib/platform/vietnam-time";

/** Reading needs no name. */
const terminal = { email: "terminal", via: "terminal" } as Operator;

export const verbs = [
  verb({
    usage: "show",
    about: "what waits and what failed in the background, and what the newest checks found",
    isDefault: true,
    async run() {
      const work = await readWork(terminal);
      const { stream, messages, webhooks, storage, retention, books, bank } = work;
      const lines = [
        `finished jobs: ${stream.waiting} wait to be recorded, ${stream.dead} are set aside`,
        ...messages.map(({ kind, waiting, due, dead }) => `${kind}: ${waiting} wait, ${due} are due, ${dead} are dead`),
        `webhooks: ${webhooks.failing} endpoints fail, ${webhooks.behind} are behind${webhooks.stopped ? ", stopped" : ""}`,
        `storage: ${storage.freeBytes ?? "?"} of ${storage.totalBytes ?? "?"} bytes are free, the database has ${storage.databaseBytes}`,
        `retention: ${Math.floor(retention.lagMs / 60_000)} minutes behind, ${retention.pendingDeletion} files to delete`,
        `books: ${books.status}, ${books.audit?.differences ?? 0} differences, ${books.uncharged} jobs without their charge`,
        `bank: ${bank.differingDays} days differ`,
      ];
      return { lines, data: work };
    },
  }),
  verb({
    usage: "endpoints",
    about: "the newest 40 endpoints of partners that fail or are disabled",
    async run() {
      const { rows } = await listFailingEndpoints(terminal, {});
      const lines = rows.map((row) =>
        [row.id, row.business, row.host, `${row.failures} failures`, row.disabledReason ?? "failing"].join("  "),
      );
      return { lines: [...lines, `${rows.length} endpoints`], data: rows };
    },
  }),
  verb({
    usage: "bank",
    about: "the newest 40 days that the bank's list was compared with",
    async run() {
      const { rows } = await listBankDays(terminal, {});
      const lines = rows.map(({ day, accountNumber, listedVnd, recordedVnd }) =>
        [day, accountNumber, listedVnd, recordedVnd, listedVnd === recordedVnd ? "equal" : "DIFFERENCE"].join("  "),
      );
      return { lines, data: rows, isOk: rows.every(({ listedVnd, recordedVnd }) => listedVnd === recordedVnd) };
    },
  }),
  verb({
    usage: "invoices",
    about: "the newest 40 invoices that the issuer has yet to issue or to cancel",
    async run() {
      const { rows } = await listDueInvoices(terminal, {});
      const lines = rows.map(({ id, business, attempts, requestedAt, error }) =>
        [id, business, `${attempts} attempts`, vietnamTime(requestedAt), error ?? ""].join("  "),
      );
      return { lines: [...lines, `${rows.length} invoices are due`], data: rows };
    },
  }),
  act({
    usage: "retry-invoice <invoice>",
    about: "asks the issuer for it again at once",
    async run({ args: [id], operator, reason }) {
      await retryInvoice(operator, id, reason);
      return { lines: [`${id} is requested again.`], data: { invoiceId: id } };
    },
  }),
];
