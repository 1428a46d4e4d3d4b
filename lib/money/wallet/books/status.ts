import "server-only";
import { clock, minutes } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";

export type BookStatus = "balanced" | "difference" | "unknown";

const newest = `SELECT audited_at AS "auditedAt", differences FROM book_audits WHERE id = 1`;

export type BookAudit = { auditedAt: Date; differences: number };

/** The latest audit; undefined before the first. */
export async function newestAudit(): Promise<BookAudit | undefined> {
  const [audit] = await sql<BookAudit>("book-status", newest, []);
  return audit;
}

/** The result of the latest audit; unknown when no worker made one in the last five minutes. */
export async function bookStatus(): Promise<BookStatus> {
  const audit = await newestAudit();
  if (!audit || clock.now().getTime() - audit.auditedAt.getTime() > minutes(5)) return "unknown";
  return audit.differences === 0 ? "balanced" : "difference";
}
