import type { Operator } from "@/lib/access/principals/operator";
import { UsageError, verb } from "@/lib/operator/cli/verb";
import { type Figures, readFigures } from "@/lib/operator/today/figures";
import { decidedAt } from "@/lib/operator/waiting/schema";
import { listWaiting } from "@/lib/operator/waiting/waiting";
import { formatMilli } from "@/lib/platform/amounts";
import { vietnamTime } from "@/lib/platform/vietnam-time";

/** Reading needs no name. */
const terminal = { email: "terminal", via: "terminal" } as Operator;

export const verbs = [
  verb({
    usage: "list",
    about: "what waits for the staff, the oldest first",
    isDefault: true,
    async run() {
      const { rows, total } = await listWaiting(terminal);
      const lines = rows.map(({ kind, id, business, amountMilli, since, count, isOverdue }) =>
        [
          ...[kind, count > 1 ? count : id, vietnamTime(since), isOverdue ? "overdue" : "", business],
          ...[amountMilli === null ? "" : `${formatMilli(amountMilli)} VND`, decidedAt({ kind, id })],
        ]
          .filter(Boolean)
          .join("  "),
      );
      return { lines: [...lines, `${total} wait`], data: { rows, total } };
    },
  }),
  verb({
    usage: "figures",
    about: "money in, charges, jobs, errors and latency by day in Vietnam and by region",
    options: { "--days <days>": "1 to 30, 7 by default", "--region <region>": "of one region" },
    async run({ options: { days = "7", region } }) {
      if (!/^([1-9]|[12]\d|30)$/.test(days)) throw new UsageError("--days is 1 to 30.");
      const figures = await readFigures(terminal, Number(days), region);
      const lines = [
        ...figures.byDay.map((row) => `${row.day}  in ${formatMilli(row.moneyMilli)}  ${describeSums(row)}`),
        ...figures.byRegion.map((row) => `${row.region}  ${describeSums(row)}`),
      ];
      return { lines, data: figures };
    },
  }),
];

const describeSums = ({ chargedMilli, jobs, errors, p95 }: Omit<Figures, "moneyMilli">) =>
  `charged ${formatMilli(chargedMilli)}  ${jobs} jobs  ${errors} errors  p95 ${p95 ?? "-"} ms`;
