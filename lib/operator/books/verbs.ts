import type { Operator } from "@/lib/access/principals/operator";
import { deferredRevenueAt, liabilitiesAt, revenueBetween, trialBalanceAt } from "@/lib/money/wallet/books/as-of";
import { actorOptions, readActor, UsageError, verb } from "@/lib/operator/cli/verb";
import { formatMilli } from "@/lib/platform/amounts";
import { clock } from "@/lib/platform/clock";
import { daySchema } from "@/lib/platform/day-schema";
import { sql } from "@/lib/platform/db";
import { boundsOfMonth, nextMonth, vietnamDay } from "@/lib/platform/vietnam-time";
import { exportJournal, isLockedMonthUnchanged, lockMonth } from "./books";

/** Reading needs no name. */
const terminal = { email: "terminal", via: "terminal" } as Operator;

const vnd = (milli: bigint) => formatMilli(milli).padStart(18);
const firstThousand = { limit: 1000, offset: 0 };

function readDay(text: string | undefined): Date {
  if (text === undefined) return vietnamDay(clock.now());
  if (!daySchema().safeParse(text).success) throw new UsageError("Give a day such as 2026-11-30.");
  return new Date(`${text}T00:00:00Z`);
}

function readMonth(text: string): string {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(text)) throw new UsageError("Give a month such as 2026-11.");
  return text;
}

/** Reports for accountants. Days and months are Vietnam's, amounts in đồng, VAT included. */
export const reportVerbs = [
  verb({
    usage: "balance [day]",
    about: "prints debits and credits by kind of account at the end of a day, today by default",
    async run({ args: [day] }) {
      const rows = await trialBalanceAt(sql, readDay(day));
      const sum = (of: "debitMilli" | "creditMilli") => rows.reduce((total, row) => total + row[of], 0n);
      const total = { kind: "total", debitMilli: sum("debitMilli"), creditMilli: sum("creditMilli") };
      const lines = [...rows, total].map(
        (row) => `${row.kind.padEnd(12)}${vnd(row.debitMilli)}${vnd(row.creditMilli)}`,
      );
      return { lines, data: rows, isOk: total.debitMilli === total.creditMilli };
    },
  }),
  verb({
    usage: "liabilities [day]",
    about: "prints what each business has left and owes at the end of a day, the largest 1,000",
    async run({ args: [day] }) {
      const rows = await liabilitiesAt(sql, readDay(day), firstThousand);
      const lines = rows.map((row) => `${row.businessId}${vnd(row.creditMilli)}${vnd(row.owedMilli)}  ${row.name}`);
      return { lines, data: rows };
    },
  }),
  verb({
    usage: "deferred [day]",
    about: "prints the credit left at the end of a day: paid for, which is deferred revenue, and given",
    async run({ args: [day] }) {
      const sums = await deferredRevenueAt(sql, readDay(day));
      return { lines: [`paid  ${vnd(sums.paidMilli)}`, `given ${vnd(sums.givenMilli)}`], data: sums };
    },
  }),
  verb({
    usage: "revenue <from> <to>",
    about: "prints revenue by month, business and service, of months such as 2026-11",
    async run({ args: [from, to] }) {
      const [first, last] = [boundsOfMonth(readMonth(from)).from, boundsOfMonth(nextMonth(readMonth(to))).from];
      const rows = await revenueBetween(sql, first, last, firstThousand);
      const lines = rows.map((row) => `${row.month}  ${row.kind.padEnd(10)}${vnd(row.milli)}  ${row.name ?? ""}`);
      return { lines, data: rows };
    },
  }),
  verb({
    usage: "journal <from> <to>",
    about: "writes the journal of days such as 2026-11-01 to the output, as CSV",
    options: actorOptions,
    async run(given) {
      const days = { from: readDay(given.args[0]), to: readDay(given.args[1]) };
      const { operator, reason } = await readActor(given, "Why? ");
      const lines: string[] = [];
      for await (const line of await exportJournal(operator, days, reason)) lines.push(line.trimEnd());
      return { lines, data: lines };
    },
  }),
  verb({
    usage: "lock <month>",
    about: "closes the books to the end of a month permanently",
    options: actorOptions,
    async run(given) {
      const month = readMonth(given.args[0]);
      const { operator, reason } = await readActor(given, "Why? ");
      await lockMonth(operator, month, reason);
      return { lines: [`The books are locked to the end of ${month}.`], data: { month } };
    },
  }),
  verb({
    usage: "verify <month>",
    about: "compares a locked month with its journal when it was locked; the exit code is 1 if it differs",
    async run({ args: [text] }) {
      const isOk = await isLockedMonthUnchanged(terminal, readMonth(text));
      return { lines: [isOk ? "unchanged" : "DIFFERENCE"], data: { isUnchanged: isOk }, isOk };
    },
  }),
];
