import "server-only";
import { createHash } from "node:crypto";
import { dayOf } from "@/lib/money/wallet/month";
import { formatMilli } from "@/lib/platform/amounts";
import { days } from "@/lib/platform/clock";
import { csvLine, csvStart } from "@/lib/platform/csv";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { boundsOf, boundsOfMonth, vietnamDate, vietnamDay } from "@/lib/platform/vietnam-time";

/** The columns of the journal: see docs/operate/money.md#the-books. */
export const journalColumns = ["date", "number", "description", "debit", "credit", "amount", "customer", "reference"];

type Movement = {
  kind: string;
  debit: string;
  credit: string;
  milli: bigint;
  jobs: number;
  customer: string | null;
  customerId: string | null;
  reference: string;
};

// Holds and their release move credit within one customer's account. Charges are one line a day, customer and service.
const dayMovements = `
  SELECT * FROM (
    SELECT t.kind::text AS kind, d.kind::text AS debit, c.kind::text AS credit, t.amount_milli AS milli, 1 AS jobs,
      b.name AS customer, b.id AS "customerId", t.reference, t.created_at AS at, t.id
    FROM transfers t JOIN wallet_accounts d ON d.id = t.debit_account_id JOIN wallet_accounts c ON c.id = t.credit_account_id
    LEFT JOIN businesses b ON b.id = coalesce(c.business_id, d.business_id)
    WHERE t.created_at >= $1 AND t.created_at < $2 AND t.kind NOT IN ('hold', 'release', 'charge')
    UNION ALL
    SELECT 'usage ' || left(t.tracking_id, 3), 'held', c.kind::text, sum(t.amount_milli)::bigint, count(*)::int, b.name, b.id,
      'usage:' || b.id || ':' || ${dayOf("t.created_at")} || ':' || left(t.tracking_id, 3),
      max(t.created_at), max(t.id)
    FROM transfers t JOIN wallet_accounts d ON d.id = t.debit_account_id JOIN wallet_accounts c ON c.id = t.credit_account_id
    JOIN businesses b ON b.id = d.business_id
    WHERE t.created_at >= $1 AND t.created_at < $2 AND t.kind = 'charge'
    GROUP BY b.id, b.name, c.kind, left(t.tracking_id, 3), ${dayOf("t.created_at")}
  ) lines ORDER BY at, id, kind`;

const codeOf = (kind: string): string => env.BOOKS_ACCOUNTS[kind] ?? kind;

type Customer = "customer" | "customerId";

/** Each line is a movement between two account codes; its number is the day and its place. In đồng, VAT included. */
export async function* journalLines(from: Date, to: Date, customer: Customer = "customer"): AsyncGenerator<string> {
  yield csvStart + csvLine(journalColumns);
  for (let day = vietnamDay(from); boundsOf(day).from < to; day = new Date(+day + days(1))) {
    const bounds = boundsOf(day);
    const rows = await sql<Movement>(undefined, dayMovements, [bounds.from, bounds.to < to ? bounds.to : to]);
    const date = vietnamDate(bounds.from);
    for (const [index, row] of rows.entries()) {
      const description = row.kind.startsWith("usage ")
        ? `Usage of ${row.kind.slice(6).toUpperCase()}, ${row.jobs} jobs`
        : (row.kind[0]?.toUpperCase() ?? "") + row.kind.slice(1).replaceAll("_", " ");
      yield csvLine([
        date,
        `${date.replaceAll("-", "")}-${String(index + 1).padStart(5, "0")}`,
        description,
        codeOf(row.debit),
        codeOf(row.credit),
        formatMilli(row.milli),
        row[customer] ?? "",
        row.reference,
      ]);
    }
  }
}

/** The hash has customers by their ids, since their names change. `customer`: by name, as the hashes of earlier releases. */
export async function sumJournal(month: string, customer: Customer = "customerId") {
  const { from, to } = boundsOfMonth(month);
  const hash = createHash("sha256");
  let lines = 0;
  for await (const line of journalLines(from, to, customer)) {
    hash.update(line);
    lines++;
  }
  return { entries: lines - 1, hash: hash.digest("hex") };
}
