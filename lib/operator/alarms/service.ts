import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { findAlarms, listAlarms, stateOf } from "./list";
import type { AlarmName } from "./schema";

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
