import "server-only";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { Operator } from "@/lib/principals/operator";

export type PlatformAct = "business.suspended" | "business.resumed";

type Act = { action: PlatformAct; businessId: string; reason: string };

/** Writes an operator's act into the platform's audit log, in the transaction that does it. */
export async function recordPlatformAct(
  tx: Transaction,
  { email, via }: Operator,
  { action, businessId, reason }: Act,
): Promise<void> {
  const row = { id: newId("platformAudit"), at: clock.now(), operator: email, action, businessId };
  await tx.platformAuditEvent.create({ data: { ...row, details: { reason, via } }, select: { id: true } });
}

/** What operators did to a business, the newest first. */
export const listPlatformActs = (businessId: string) =>
  db.platformAuditEvent.findMany({
    where: { businessId },
    orderBy: { id: "desc" },
    select: { at: true, operator: true, action: true, details: true },
    take: 100,
  });
