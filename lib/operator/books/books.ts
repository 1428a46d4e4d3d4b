import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { deferredRevenueAt, liabilitiesAt, revenueBetween, trialBalanceAt } from "@/lib/money/wallet/books/as-of";
import { bookStatus } from "@/lib/money/wallet/books/audit-books";
import { journalLines, sumJournal } from "@/lib/money/wallet/books/journal";
import { clock, days, hours } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { boundsOf, boundsOfMonth, nextMonth, vietnamDay, vietnamMonth } from "@/lib/platform/vietnam-time";
import type { BooksAddress } from "./schema";

const pageRows = 100;

const dayOf = ({ day }: BooksAddress) => (day ? new Date(`${day}T00:00:00Z`) : vietnamDay(clock.now()));

async function readRows<Row>(page: number, read: (range: { limit: number; offset: number }) => Promise<Row[]>) {
  const rows = await read({ limit: pageRows + 1, offset: (page - 1) * pageRows });
  return { rows: rows.slice(0, pageRows), hasNext: rows.length > pageRows };
}

/** Debits and credits by kind of account at the end of a day, and what is deferred revenue of it. */
export async function readBalance(operator: Operator, address: BooksAddress) {
  requireOperatorRight(operator, "read");
  const day = dayOf(address);
  const [rows, deferred] = await Promise.all([trialBalanceAt(sql, day), deferredRevenueAt(sql, day)]);
  return { day: day.toISOString().slice(0, 10), rows, deferred };
}

/** What each business has left and owes at the end of a day. */
export async function readLiabilities(operator: Operator, address: BooksAddress) {
  requireOperatorRight(operator, "read");
  const day = dayOf(address);
  const page = await readRows(address.page ?? 1, (range) => liabilitiesAt(sql, day, range));
  return { day: day.toISOString().slice(0, 10), ...page };
}

/** Revenue by month, business and service; of the current month unless months are given. */
export async function readRevenue(operator: Operator, { from, to, page }: BooksAddress) {
  requireOperatorRight(operator, "read");
  const first = from ?? to ?? vietnamMonth(clock.now());
  const last = to && to > first ? to : first;
  const [begin, end] = [boundsOfMonth(first).from, boundsOfMonth(nextMonth(last)).from];
  return { from: first, to: last, ...(await readRows(page ?? 1, (range) => revenueBetween(sql, begin, end, range))) };
}

export function listLocks(operator: Operator) {
  requireOperatorRight(operator, "read");
  return db.bookLock.findMany({ orderBy: { month: "desc" }, take: 120 });
}

export type BookLockRow = Awaited<ReturnType<typeof listLocks>>[number];

/**
 * Permanent: the database rejects transfers of that time from now on. Throws StaffError until an hour after the month,
 * when it is locked already, and while the books do not balance.
 */
export async function lockMonth(operator: Operator, month: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "money");
  const { to: endsAt } = boundsOfMonth(month);
  if (+clock.now() < +endsAt + hours(1)) throw new StaffError("operator.errors.monthRuns", { month });
  if ((await bookStatus()) !== "balanced") throw new StaffError("operator.errors.notBalanced");
  await db.$transaction(async (tx) => {
    // One without a hash was left by a process that died after this.
    const isLater = { OR: [{ month: { gt: month } }, { month, journalHash: { not: "" } }] };
    const later = await tx.bookLock.findFirst({ where: isLater, select: { month: true } });
    if (later) throw new StaffError("operator.errors.lockedTo", { month: later.month });
    const data = { month, endsAt, operator: operator.email, lockedAt: clock.now(), entries: 0, journalHash: "" };
    await tx.bookLock.upsert({ where: { month }, create: data, update: data, select: { month: true } });
  });
  // After the lock, so that no transfer is written into the month meanwhile.
  const { entries, hash } = await sumJournal(month);
  await db.$transaction(async (tx) => {
    await tx.bookLock.update({ where: { month }, data: { entries, journalHash: hash }, select: { month: true } });
    const about = { month, entries: String(entries), journalHash: hash };
    await recordPlatformAct(tx, operator, { action: "books.locked", businessId: null, reason, about });
  });
}

/** Whether the journal of a locked month is what it was when it was locked. Throws StaffError for an open one. */
export async function isLockedMonthUnchanged(operator: Operator, month: string): Promise<boolean> {
  requireOperatorRight(operator, "money");
  const lock = await db.bookLock.findUnique({ where: { month } });
  if (!lock) throw new StaffError("operator.errors.notLocked", { month });
  const isLocked = ({ entries, hash }: Awaited<ReturnType<typeof sumJournal>>) =>
    entries === lock.entries && hash === lock.journalHash;
  return isLocked(await sumJournal(month)) || isLocked(await sumJournal(month, "customer"));
}

const mostDays = 366;

/** The journal of days in Vietnam, both included, line by line. The export is recorded. Throws StaffError. */
export async function exportJournal(
  operator: Operator,
  { from, to }: { from: Date; to: Date },
  reason: string,
): Promise<AsyncGenerator<string>> {
  requireOperatorRight(operator, "money");
  if (to < from || +to - +from >= days(mostDays))
    throw new StaffError("operator.errors.journalTooLong", { days: mostDays });
  const about = { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) };
  await db.$transaction((tx) =>
    recordPlatformAct(tx, operator, { action: "journal.exported", businessId: null, reason, about }),
  );
  return journalLines(boundsOf(from).from, boundsOf(to).to);
}
