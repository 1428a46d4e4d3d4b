import "server-only";
import type { Operator } from "@/lib/access/principals/operator";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError, OperatorError } from "@/lib/platform/errors";
import { translate } from "@/lib/platform/i18n/translate";
import { newId } from "@/lib/platform/ids";
import { type Actor, recordAudit } from "./record";
import type { StaffAct } from "./schema";

type Act = {
  action: StaffAct;
  /** Null for an act on money that belongs to no business, and on all of them. */
  businessId: string | null;
  reason: string;
  /** Ids and amounts. Never what names a payer: these rows are kept forever. */
  about?: Record<string, string>;
  /** What was changed, where it is not the business. */
  subject?: string;
};

export { OperatorError };

/** In the place of an operator: Vang itself. */
export const system = { email: "system", via: "system" } as const;

/** The staff's log is a chain beside those of the businesses. */
export const staffChain = "staff";

/** Says it by a message of `operator.errors`, so that the desk shows it in the reader's language. */
export class StaffError extends OperatorError {
  constructor(
    readonly id: string,
    readonly values?: Record<string, string | number>,
  ) {
    super(translate("en", id, values));
  }

  get asAppError(): AppError {
    return new AppError("CONFLICT", { message: this.id, values: this.values });
  }
}

/** In the transaction of the act. Writers wait for each other here, so call it after everything else is locked. */
export async function recordPlatformAct(
  tx: Transaction,
  operator: Operator | typeof system,
  { action, businessId, reason, about, subject }: Act,
): Promise<void> {
  const { email, via } = operator;
  const id = newId("platformAudit");
  const row = { id, at: clock.now(), operator: email, action, businessId };
  await tx.platformAuditEvent.create({ data: { ...row, details: { reason, via, ...about } }, select: { id: true } });
  await recordAudit(tx, actorOf(operator), {
    action,
    subject: subject ?? businessId ?? about?.transferId,
    // The id of the row above, which keeps the email address that was given in the terminal.
    after: { reason, ...about, ...(via === "terminal" && { terminal: id }) },
  });
}

/** An email address given in the terminal proves nothing, so such an act names no account. */
const actorOf = (operator: Operator | typeof system): Actor =>
  operator.via === "desk"
    ? { businessId: staffChain, userId: operator.userId, device: operator.device }
    : {
        businessId: staffChain,
        userId: operator.via === "terminal" ? "operator" : "system",
        device: { ip: null, userAgent: null },
      };

/** What operators did to a business, or with null to none, the newest first. */
export const listPlatformActs = (businessId: string | null) =>
  db.platformAuditEvent.findMany({
    where: { businessId },
    orderBy: { id: "desc" },
    select: { at: true, operator: true, action: true, details: true },
    take: 100,
  });
