import "server-only";
import { StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { doWait, sumOfSizes } from "@/lib/money/acts/perform";
import { requestIn } from "@/lib/money/adjustments/adjust-credit";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { listComplaints } from "@/lib/platform/form";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { newId } from "@/lib/platform/ids";
import { type BulkLine, type BulkResult, bulkColumns, newAdjustmentSchema, type TypedAdjustment } from "./schema";

export const mostLines = 500;

type Read = { shown: BulkLine; adjustment: TypedAdjustment | null };

/** Undoes what a check did. */
class Undo extends Error {}

/** All lines or none. A check books nothing and says what is wrong in each. Above the limit, with what their author moved within a day, all wait. */
export async function bookFile(
  operator: Operator,
  text: string,
  { mode, locale }: { mode: "check" | "book"; locale: Locale },
): Promise<BulkResult> {
  requireOperatorRight(operator, "money");
  const lines = readLines(text, locale);
  const amounts = lines.flatMap(({ adjustment }) => (adjustment ? [adjustment.amountVnd] : []));
  const batch = { id: newId("adjustmentBatch"), needsApproval: false };
  let isBooked = false;
  await db
    .$transaction(
      async (tx) => {
        batch.needsApproval = await doWait(tx, operator, amounts);
        for (const one of lines) one.shown.error ??= await bookLine(tx, operator, one, batch, locale);
        if (mode === "check" || lines.some(({ shown }) => shown.error)) throw new Undo();
        isBooked = true;
      },
      { timeout: 60_000 },
    )
    .catch((error: Error) => {
      isBooked = false;
      if (!(error instanceof Undo)) throw error;
    });
  return {
    lines: lines.map(({ shown }) => shown),
    wrong: lines.filter(({ shown }) => shown.error).length,
    totalMilli: String(amounts.reduce((sum, amountVnd) => sum + amountVnd * 1000n, 0n)),
    movedVnd: String(sumOfSizes(amounts)),
    needsApproval: batch.needsApproval,
    batchId: isBooked ? batch.id : null,
  };
}

function readLines(text: string, locale: Locale): Read[] {
  const [head = [], ...rows] = parseCsv(text);
  const names = head.map((name) => name.trim().toLowerCase());
  const missing = bulkColumns.filter((name) => name !== "until" && !names.includes(name));
  if (missing.length > 0) throw new StaffError("operator.errors.columnsMissing", { columns: missing.join(", ") });
  if (rows.length === 0 || rows.length > mostLines)
    throw new StaffError("operator.errors.linesTooMany", { most: mostLines });
  return rows.map((cells, index) => {
    const of = (name: (typeof bulkColumns)[number]) => (cells[names.indexOf(name)] ?? "").trim();
    const { success, data, error } = newAdjustmentSchema.safeParse({
      business: of("business"),
      kind: of("kind").toLowerCase(),
      amountVnd: of("amount"),
      reference: of("reference"),
      reason: of("reason"),
      expiresAt: of("until"),
    });
    const [complaint] = error ? Object.values(listComplaints(error)) : [];
    const shown: BulkLine = {
      line: index + 2,
      business: of("business"),
      kind: of("kind"),
      amount: of("amount"),
      reference: of("reference"),
      reason: of("reason"),
      error: complaint ? translate(locale, complaint.message, complaint.values) : null,
    };
    return { shown, adjustment: success ? data : null };
  });
}

/** Returns what is wrong with the line; null after it is booked. */
async function bookLine(
  tx: Transaction,
  operator: Operator,
  { adjustment }: Read,
  batch: { id: string; needsApproval: boolean },
  locale: Locale,
): Promise<string | null> {
  if (!adjustment) return null;
  const { business: name, ...wanted } = adjustment;
  const where = { OR: [{ id: name }, { slug: name.toLowerCase() }] };
  const business = await tx.business.findFirst({ where, select: { id: true } });
  if (!business) return translate(locale, "operator.errors.noBusiness", { name });
  try {
    await requestIn(tx, operator, business.id, wanted, batch);
    return null;
  } catch (error) {
    if (error instanceof StaffError) return translate(locale, error.id, error.values);
    if (error instanceof AppError) return translate(locale, error.message, error.details.values);
    throw error;
  }
}

/** The cells of a CSV file (RFC 4180), with commas or semicolons between them; empty lines are left out. */
function parseCsv(text: string): string[][] {
  const source = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const separator = /^[^\n,]*;/.test(source) ? ";" : ",";
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], "", false];
  const endRow = () => {
    row.push(cell);
    if (row.some((one) => one.trim())) rows.push(row);
    [row, cell] = [[], ""];
  };
  for (let index = 0; index < source.length; index++) {
    const symbol = source[index] as string;
    if (isQuoted) {
      if (symbol !== '"') cell += symbol;
      else if (source[index + 1] === '"') {
        cell += '"';
        index++;
      } else isQuoted = false;
    } else if (symbol === '"' && cell === "") isQuoted = true;
    else if (symbol === separator) {
      row.push(cell);
      cell = "";
    } else if (symbol === "\n") endRow();
    else cell += symbol;
  }
  endRow();
  return rows;
}
