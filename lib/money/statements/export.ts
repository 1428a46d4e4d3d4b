import "server-only";
import { type CellValue, cellRef, type Cell as StyledCell, writeXlsx, writeXlsxStream } from "hucre/xlsx";
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

/** A cell of a file: an amount in thousandths of a đồng, a number, a time, or text. */
type Cell = bigint | number | Date | string;

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
    time: line.createdAt,
    kind: translate(locale, `movements.kinds.${kind}`),
    trackingId: line.trackingId ?? "",
    bankReference: line.bankReference ?? "",
    document: line.document ?? "",
    model: line.modelId ?? "",
    units: line.units ?? "",
    price: line.priceVnd ?? "",
    unit: unit ? translate(locale, `statements.units.${unit}`) : "",
    priceFrom: line.priceFrom ?? "",
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
    lines += csvLine(row.map(textOf));
    if (lines.length < 65_536) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}

const textOf = (cell: Cell): string =>
  typeof cell === "bigint" ? formatMilli(cell) : cell instanceof Date ? vietnamTime(cell) : String(cell);

const widths: Partial<Record<ColumnName, number>> = {
  time: 20,
  kind: 18,
  trackingId: 34,
  bankReference: 24,
  movementId: 34,
};

const formats: Partial<Record<ColumnName, string>> = {
  time: "yyyy-mm-dd hh:mm:ss",
  priceFrom: "yyyy-mm-dd hh:mm:ss",
  units: "#,##0",
  price: "#,##0",
  moneyIn: "#,##0.000",
  moneyOut: "#,##0.000",
  ofFreeCredit: "#,##0.000",
  balance: "#,##0.000",
};

/** Text is written as text, so that none is a formula; amounts are numbers in đồng, exact up to 15 digits. */
function asCell(cell: Cell): CellValue {
  if (typeof cell === "bigint") return Number(formatMilli(cell));
  // A time of a spreadsheet has no zone: this one is the time in Vietnam.
  if (cell instanceof Date) return new Date(`${vietnamTime(cell).replace(" ", "T")}Z`);
  return typeof cell === "string" ? writable(cell) || null : cell;
}

/** A file with more rows is written while it is read, which can set neither bold cells nor a filter. */
const maxRowsInMemory = 20_000;

/** A statement as a spreadsheet in the reader's language. Memory use is bounded. */
export async function exportXlsx(file: Translated): Promise<ReadableStream<Uint8Array>> {
  const rows = rowsOf(file);
  const first: Cell[][] = [];
  let headRow = 0;
  let last = await rows.next();
  for (; !last.done && first.length < maxRowsInMemory; last = await rows.next()) {
    // The head is the first row that has every column.
    if (headRow === 0 && last.value.length === columns.length) headRow = first.length;
    first.push(last.value);
  }
  const sheet = {
    name: file.statement.month,
    columns: columns.map((column) => ({ width: widths[column] ?? 14, numFmt: formats[column] })),
    freezePane: { rows: headRow + 1 },
  };
  if (last.done) {
    const bold = { font: { bold: true } };
    const cells = new Map<string, Partial<StyledCell>>([["0,0", { style: bold }]]);
    for (const at of columns.keys()) cells.set(`${headRow},${at}`, { style: bold });
    const range = `${cellRef(headRow, 0)}:${cellRef(first.length - 1, columns.length - 1)}`;
    const values = first.map((row) => row.map(asCell));
    const written = await writeXlsx({
      sheets: [
        {
          name: sheet.name,
          columns: sheet.columns,
          freezePane: sheet.freezePane,
          rows: values,
          cells,
          autoFilter: { range },
        },
      ],
    });
    return new Blob([new Uint8Array(written)]).stream();
  }
  const next = last.value;
  async function* values() {
    for (const row of first) yield row.map(asCell);
    yield next.map(asCell);
    for await (const row of rows) yield row.map(asCell);
  }
  return writeXlsxStream(values(), sheet);
}

/** The name of a statement's file without its ending. */
export const fileNameOf = ({ month, closed }: Statement): string =>
  closed ? `statement-${closed.number}` : `statement-${month}-open`;
