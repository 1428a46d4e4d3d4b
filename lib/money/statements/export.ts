import "server-only";
import { writeXlsxStream } from "hucre/xlsx";
import { movementKindOf } from "@/lib/money/movements/schema";
import { formatMilli } from "@/lib/platform/amounts";
import { csvLine, csvStart } from "@/lib/platform/csv";
import { formatMonth } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { writable } from "@/lib/platform/text";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { type Statement, walkStatement } from "./read";
import type { StatementLine } from "./schema";

/** A cell of a file: an amount in thousandths of a đồng, a number, or text. */
type Cell = bigint | number | string;

const columns = [
  ...["time", "kind", "trackingId", "bankReference", "document", "model", "units", "price", "unit", "priceFrom"],
  ...["moneyIn", "moneyOut", "ofFreeCredit", "balance", "note", "movementId"],
] as const;
type ColumnName = (typeof columns)[number];

type Translated = { locale: Locale; statement: Statement };

function lineOf(line: StatementLine, { locale }: Translated): Cell[] {
  const kind = movementKindOf(line.kind);
  const unit = line.unit === "second" ? "second" : line.unit === "1000_characters" ? "thousandCharacters" : null;
  const cells: Record<ColumnName, Cell> = {
    time: vietnamTime(line.createdAt),
    kind: translate(locale, `movements.kinds.${kind}`),
    trackingId: line.trackingId ?? "",
    bankReference: line.bankReference ?? "",
    document: line.document ?? "",
    model: line.modelId ?? "",
    units: line.units ?? "",
    price: line.priceVnd ?? "",
    unit: unit ? translate(locale, `statements.units.${unit}`) : "",
    priceFrom: line.priceFrom ? vietnamTime(line.priceFrom) : "",
    moneyIn: line.milli > 0n ? line.milli : "",
    moneyOut: line.milli < 0n ? -line.milli : "",
    ofFreeCredit: line.freeMilli > 0n ? line.freeMilli : "",
    balance: line.balanceMilli,
    note: line.late ? translate(locale, "statements.late", { month: formatMonth(line.late.month, locale) }) : "",
    movementId: line.id,
  };
  return columns.map((column) => cells[column]);
}

/** A statement as rows: what it is, its head, the opening balance, every line, the closing balance. */
async function* rowsOf(file: Translated): AsyncGenerator<Cell[]> {
  const { locale, statement } = file;
  const t = (id: string, values?: Record<string, string>) => translate(locale, `statements.${id}`, values);
  const balance = (name: string, milli: bigint): Cell[] =>
    columns.map((column) => (column === "kind" ? t(name) : column === "balance" ? milli : ""));
  const { seller, buyer, businessName } = statement.parties;
  yield [t("title", { month: formatMonth(statement.month, locale) })];
  yield statement.closed ? [t("number"), statement.closed.number] : [t("open")];
  if (statement.closed) yield [t("hash"), statement.closed.hash];
  yield [t("seller"), ...(seller ? [seller.legalName, seller.taxCode, seller.address] : [])];
  yield [t("buyer"), ...(buyer ? [buyer.legalName, buyer.taxCode, buyer.address] : [businessName])];
  yield columns.map((column) => t(`columns.${column}`));
  yield balance("opening", statement.openingMilli);
  for await (const batch of walkStatement(statement)) for (const line of batch) yield lineOf(line, file);
  yield balance("closing", statement.closingMilli);
}

/** A statement as CSV in the reader's language, streamed, so that memory use is constant. */
export async function* exportCsv(file: Translated): AsyncGenerator<string> {
  let lines = csvStart;
  for await (const row of rowsOf(file)) {
    lines += csvLine(row.map((cell) => (typeof cell === "bigint" ? formatMilli(cell) : String(cell))));
    if (lines.length < 65_536) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}

const widths: Partial<Record<ColumnName, number>> = {
  time: 20,
  kind: 18,
  trackingId: 34,
  bankReference: 24,
  movementId: 34,
};

/** Text is written as text, so that none is a formula; amounts are numbers in đồng, exact up to 15 digits. */
export function exportXlsx(file: Translated): ReadableStream<Uint8Array> {
  async function* cells() {
    for await (const row of rowsOf(file)) {
      yield row.map((cell) => {
        if (typeof cell === "bigint") return Number(formatMilli(cell));
        return typeof cell === "string" ? writable(cell) || null : cell;
      });
    }
  }
  return writeXlsxStream(cells(), {
    name: file.statement.month,
    columns: columns.map((column) => ({ width: widths[column] ?? 14 })),
  });
}

/** The name of a statement's file without its ending. */
export const fileNameOf = ({ month, closed }: Statement): string =>
  closed ? `statement-${closed.number}` : `statement-${month}-open`;
