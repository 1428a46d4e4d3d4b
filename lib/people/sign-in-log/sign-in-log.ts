import "server-only";
import type { Device } from "@/lib/access/principals/device";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock, days } from "@/lib/platform/clock";
import { csvLine, csvStart } from "@/lib/platform/csv";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db, type Sql, sql, type Transaction } from "@/lib/platform/db";
import { translate } from "@/lib/platform/i18n/translate";
import { newId } from "@/lib/platform/ids";
import { type NamedAgent, nameAgent } from "@/lib/platform/net/user-agent";
import type { SignInEntryGetPayload } from "@/prisma/generated/models";
import {
  type AttemptMethod,
  alarmingResults,
  badResults,
  goodResults,
  type SignInFilter,
  type SignInResult,
} from "./schema";

export type Attempt = {
  userId: string;
  result: SignInResult;
  method: AttemptMethod;
  device: Device;
  /** The session that it started, or in which it was made. */
  sessionId?: string;
};

const insertEntry = `
  INSERT INTO sign_in_entries (id, user_id, result, method, ip, user_agent, session_id, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Records one attempt to sign in, or to prove one's identity again, for the person's own log. */
export async function recordSignIn(attempt: Attempt, run: Sql = sql): Promise<void> {
  const { userId, result, method, device, sessionId } = attempt;
  const { ip, userAgent } = device;
  const row = [newId("signIn"), userId, result, method, ip, userAgent, sessionId, clock.now()];
  await run("record-sign-in", insertEntry, row);
}

/** Records an attempt in the transaction of the change that it records. */
export async function recordWithin(tx: Transaction, { device: { ip, userAgent }, ...attempt }: Attempt): Promise<void> {
  const data = { id: newId("signIn"), ...attempt, ip, userAgent, createdAt: clock.now() };
  await tx.signInEntry.create({ data, select: { id: true } });
}

const signInLogDays = 90;

/** Attempts of this time or older are neither shown nor kept. */
const oldestKept = (): Date => new Date(+clock.now() - days(signInLogDays));

const summaryColumns = {
  id: true,
  result: true,
  method: true,
  ip: true,
  userAgent: true,
  sessionId: true,
  createdAt: true,
} as const;

type SignInSummary = SignInEntryGetPayload<{ select: typeof summaryColumns }>;

const groups = { good: goodResults, bad: badResults };

/** `next` is the cursor of the following page; null on the last one. */
type SignInLogPage = { entries: SignInSummary[]; next: string | null };

/** The viewer's own of the last 90 days: no one else can read them. Throws INVALID_REQUEST for an invalid cursor. */
export async function listSignIns(
  { userId }: Viewer,
  { cursor, limit = 30, filter = {} }: { cursor?: string | null; limit?: number; filter?: SignInFilter } = {},
): Promise<SignInLogPage> {
  // The sweep runs some time after an entry expires: until then this condition hides it.
  const since = filter.days ? new Date(+clock.now() - days(Number(filter.days))) : oldestKept();
  const rows = await db.signInEntry.findMany({
    where: {
      userId,
      createdAt: { gt: since },
      ...(filter.result && { result: { in: [...groups[filter.result]] } }),
      method: filter.method,
      AND: afterCursor(cursor),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: summaryColumns,
    take: limit + 1,
  });
  const { rows: entries, next } = cutPage(rows, limit);
  return { entries, next };
}

export type SignInRow = NamedAgent & {
  id: string;
  result: SignInResult;
  isAlarming: boolean;
  method: AttemptMethod;
  ip: string | null;
  createdAt: Date;
};

export function describeSignIn({ id, result, method, ip, userAgent, createdAt }: SignInSummary): SignInRow {
  return {
    id,
    result: result as SignInResult,
    isAlarming: [...badResults, ...alarmingResults].some((alarming) => alarming === result),
    method: method as AttemptMethod,
    ip,
    createdAt,
    ...nameAgent(userAgent),
  };
}

const csvColumns = ["time", "result", "method", "browser", "system", "ip", "userAgent"] as const;

const exportBatch = 500;

/** The viewer's own attempts as CSV in their language, newest first, streamed, so that memory use is constant. */
export async function* exportSignIns(viewer: Viewer, filter: SignInFilter): AsyncGenerator<string> {
  yield csvStart + csvLine(csvColumns.map((column) => translate(viewer.locale, `signInLog.csv.${column}`)));
  let cursor: string | null | undefined;
  do {
    const page = await listSignIns(viewer, { cursor, limit: exportBatch, filter });
    const lines = page.entries.map(({ createdAt, result, method, ip, userAgent }) => {
      const { browser, system } = nameAgent(userAgent);
      return csvLine([
        // UTC, which every program reads; a spreadsheet shows it in its own time zone.
        createdAt.toISOString(),
        translate(viewer.locale, `signInLog.results.${result}`),
        translate(viewer.locale, `signInLog.methods.${method}`),
        browser ?? "",
        system ?? "",
        ip ?? "",
        userAgent ?? "",
      ]);
    });
    yield lines.join("");
    cursor = page.next;
  } while (cursor);
}

/** When the factors of someone who has none now were removed after a wait; null if they never were, or 90 days ago. */
export async function findRemoval(userId: string): Promise<Date | null> {
  const entry = await db.signInEntry.findFirst({
    where: { userId, result: "reset_done" },
    orderBy: { createdAt: "desc" },
    select: { createdAt: true },
  });
  return entry?.createdAt ?? null;
}

/** SQL: whether the factors of the person of this id were removed after a wait, without a sign-in since. */
export const firstSinceRemovalOf = (userId: string): string => `
  EXISTS (SELECT FROM sign_in_entries AS removal WHERE removal.user_id = ${userId} AND removal.result = 'reset_done'
    AND NOT EXISTS (SELECT FROM sign_in_entries AS later WHERE later.user_id = ${userId}
      AND later.result = 'signed_in' AND later.created_at >= removal.created_at))`;

const sweepBatch = 1000;

const deleteExpired = `DELETE FROM sign_in_entries WHERE id IN
  (SELECT id FROM sign_in_entries WHERE created_at <= $1 LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED) RETURNING id`;

/** Deletes the attempts that are 90 days old, and returns how many. Safe in any number of processes at once. */
export async function sweepSignIns(): Promise<number> {
  let count = 0;
  let swept: number;
  do {
    swept = (await sql("sweep-sign-ins", deleteExpired, [oldestKept()])).length;
    count += swept;
  } while (swept === sweepBatch);
  return count;
}
