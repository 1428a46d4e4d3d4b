import "server-only";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { deferredRevenueAt, liabilitiesAt, revenueBetween, trialBalanceAt } from "@/lib/money/wallet/books/as-of";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { boundsOfMonth, nextMonth, vietnamDay, vietnamMonth } from "@/lib/platform/vietnam-time";
import type { BooksAddress } from "./schema";

export const pageRows = 100;

const dayOf = ({ day }: BooksAddress) => (day ? new Date(`${day}T00:00:00Z`) : vietnamDay(clock.now()));

async function readPage<Row>(page: number, read: (range: { limit: number; offset: number }) => Promise<Row[]>) {
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
  const page = await readPage(address.page ?? 1, (range) => liabilitiesAt(sql, day, range));
  return { day: day.toISOString().slice(0, 10), ...page };
}

/** Revenue by month, business and service; of the current month unless months are given. */
export async function readRevenue(operator: Operator, { from, to, page }: BooksAddress) {
  requireOperatorRight(operator, "read");
  const first = from ?? to ?? vietnamMonth(clock.now());
  const last = to && to > first ? to : first;
  const [begin, end] = [boundsOfMonth(first).from, boundsOfMonth(nextMonth(last)).from];
  return { from: first, to: last, ...(await readPage(page ?? 1, (range) => revenueBetween(sql, begin, end, range))) };
}

export function listLocks(operator: Operator) {
  requireOperatorRight(operator, "read");
  return db.bookLock.findMany({ orderBy: { month: "desc" }, take: 120 });
}

export type BookLockRow = Awaited<ReturnType<typeof listLocks>>[number];
