import "server-only";
import { createHash } from "node:crypto";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { findBankAlarms } from "@/lib/money/bank/notifications/watch-bank";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type AlarmName, alarmNames } from "./schema";

export type AlarmClosing = { reason: string; operator: string; closedAt: Date };

export type Alarm = {
  alarm: AlarmName;
  /** How many things it is about that were not there when it was closed; of a closed one all of them. A hundred at most. */
  count: number;
  /** Null while it is open. */
  closing: AlarmClosing | null;
  /** Changes with what it is about. */
  state: string;
};

const digest = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 16);

const ofBooks = `SELECT
    ARRAY(SELECT fingerprint FROM book_audits WHERE differences > 0) AS books,
    ARRAY(SELECT tracking_id FROM uncharged_jobs ORDER BY tracking_id LIMIT 100) AS uncharged`;

/** What each alarm is about, as digests; empty for one that is not raised. */
async function findAlarms(): Promise<Record<AlarmName, string[]>> {
  const [bank, [books]] = await Promise.all([
    findBankAlarms(),
    sql<{ books: string[]; uncharged: string[] }>("book-alarms", ofBooks, []),
  ]);
  const found = { ...bank, books: [], uncharged: [], ...books };
  return Object.fromEntries(alarmNames.map((alarm) => [alarm, found[alarm].map(digest)])) as Record<
    AlarmName,
    string[]
  >;
}

export const stateOf = (digests: readonly string[]): string => digest(digests.join());

/** The alarms that are raised, those that someone on the staff closed among them: see `closeAlarm`. */
export async function listAlarms(): Promise<Alarm[]> {
  const [found, closings] = await Promise.all([findAlarms(), db.alarmClosing.findMany()]);
  return alarmNames
    .filter((alarm) => found[alarm].length > 0)
    .map((alarm) => {
      const last = closings.find((closing) => closing.alarm === alarm);
      const known = new Set(last?.fingerprint.split(" "));
      const news = found[alarm].filter((one) => !known.has(one));
      const isClosed = last !== undefined && news.length === 0;
      return {
        alarm,
        count: isClosed ? found[alarm].length : news.length,
        closing: isClosed ? { reason: last.reason, operator: last.operator, closedAt: last.closedAt } : null,
        state: stateOf(found[alarm]),
      };
    });
}

export function readAlarms(operator: Operator): Promise<Alarm[]> {
  requireOperatorRight(operator, "read");
  return listAlarms();
}

/** Stays closed until it is about anything else. `seen`: its state as read. Throws StaffError if over or changed. */
export async function closeAlarm(
  operator: Operator,
  { alarm, reason, seen }: { alarm: AlarmName; reason: string; seen?: string },
): Promise<void> {
  requireOperatorRight(operator, "money");
  const digests = (await findAlarms())[alarm];
  if (digests.length === 0) throw new StaffError("operator.errors.alarmOver", { alarm });
  if (seen !== undefined && seen !== stateOf(digests)) throw new StaffError("operator.errors.alarmChanged", { alarm });
  const data = { fingerprint: digests.join(" "), reason, operator: operator.email, closedAt: clock.now() };
  await db.$transaction(async (tx) => {
    await tx.alarmClosing.upsert({
      where: { alarm },
      create: { alarm, ...data },
      update: data,
      select: { alarm: true },
    });
    const about = { alarm, count: String(digests.length) };
    await recordPlatformAct(tx, operator, { action: "alarm.closed", businessId: null, reason, about });
  });
}

/** Logs the alarms that are open, and forgets the closing of one that is over, so that it is raised again. */
export async function watchAlarms(): Promise<void> {
  const raised = await listAlarms();
  const names = raised.map(({ alarm }) => alarm);
  await db.alarmClosing.deleteMany({ where: { alarm: { notIn: names } } });
  const alarms = raised.filter(({ closing }) => !closing).map(({ alarm }) => alarm);
  if (alarms.length > 0) log.warn({ alarms }, "alarms need an operator: see docs/operate/bank-transfers.md");
}
