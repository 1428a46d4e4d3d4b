import "server-only";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { Operator } from "@/lib/principals/operator";

export type PlatformAct =
  | "business.suspended"
  | "business.resumed"
  | "claim.approved"
  | "claim.rejected"
  | "credit.entered"
  | "credit.adjusted"
  | "transfer.assigned"
  | "transfer.reversed"
  | "transfer.unassigned"
  | "transfer.voided"
  | "transfer.closed"
  | "notification.read"
  | "notification.dismissed"
  | "transfer.reopened"
  | "invoice.adjusted"
  | "invoice.replaced"
  | "invoice.cancelled"
  | "refund.paid"
  | "refund.rejected"
  | "price.added"
  | "webhooks.stopped"
  | "webhooks.started";

type Act = {
  action: PlatformAct;
  /** Null for an act on money that belongs to no business, and on all of them. */
  businessId: string | null;
  reason: string;
  /** Ids and amounts. Never what names a payer: these rows are kept forever. */
  about?: Record<string, string>;
};

export { OperatorError } from "@/lib/errors";

/** Writes an operator's act into the platform's audit log, in the transaction that does it. */
export async function recordPlatformAct(
  tx: Transaction,
  { email, via }: Operator,
  { action, businessId, reason, about }: Act,
): Promise<void> {
  const row = { id: newId("platformAudit"), at: clock.now(), operator: email, action, businessId };
  await tx.platformAuditEvent.create({ data: { ...row, details: { reason, via, ...about } }, select: { id: true } });
}

/** What operators did to a business, or with null to none, the newest first. */
export const listPlatformActs = (businessId: string | null) =>
  db.platformAuditEvent.findMany({
    where: { businessId },
    orderBy: { id: "desc" },
    select: { at: true, operator: true, action: true, details: true },
    take: 100,
  });
