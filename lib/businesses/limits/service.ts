import "server-only";
import { recordPlatformAct, StaffError, system } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { requireNotOwnAtDesk } from "@/lib/access/businesses/not-own";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { translate } from "@/lib/platform/i18n/translate";
import { log } from "@/lib/platform/log";
import { boundsOf, vietnamDate } from "@/lib/platform/vietnam-time";

/** Of all keys of a business together, and how many webhook endpoints it may have. */
export type Limits = { requestsPerMinute: number; concurrentCalls: number; webhookLimit: number };

const limitColumns = { requestsPerMinute: true, concurrentCalls: true, webhookLimit: true } as const;

export type BusinessLimits = Limits & {
  /** When the former limits return, and what they are; null for limits without an end. */
  temporary: { expiresAt: Date; lastDay: string; former: Limits } | null;
};

/** The operator's view of a business's limits, which the caller may read. Throws NOT_FOUND. */
export async function findLimits(businessId: string, on: Pick<Transaction, "business"> = db): Promise<BusinessLimits> {
  const where = { id: businessId };
  const row = await on.business.findUnique({ where, select: { ...limitColumns, temporaryLimits: true } });
  if (!row) throw new AppError("NOT_FOUND");
  const { temporaryLimits, ...limits } = row;
  if (!temporaryLimits) return { ...limits, temporary: null };
  const { expiresAt } = temporaryLimits;
  const lastDay = vietnamDate(new Date(+expiresAt - 1));
  const former = {
    requestsPerMinute: temporaryLimits.formerRequestsPerMinute,
    concurrentCalls: temporaryLimits.formerConcurrentCalls,
    webhookLimit: temporaryLimits.formerWebhookLimit,
  };
  return { ...limits, temporary: { expiresAt, lastDay, former } };
}

/** `until`: the last day of the limits in Vietnam, after which the former ones return; without it they have no end. */
export type NewLimits = Limits & { until?: string };

/** From the next request on. Throws NOT_FOUND, and StaffError for a past day and where nothing would change. */
export async function setLimits(
  operator: Operator,
  businessId: string,
  { until, ...limits }: NewLimits,
  reason: string,
): Promise<void> {
  requireOperatorRight(operator, "manage");
  const expiresAt = until ? boundsOf(new Date(`${until}T00:00:00Z`)).to : null;
  if (expiresAt && expiresAt <= clock.now()) throw new StaffError("operator.errors.limitsPast");
  await db.$transaction(async (tx) => {
    await requireNotOwnAtDesk(tx, operator, businessId);
    await lockRow(tx, businessId);
    const { temporary, ...before } = await findLimits(businessId, tx);
    const isSame =
      before.requestsPerMinute === limits.requestsPerMinute &&
      before.concurrentCalls === limits.concurrentCalls &&
      before.webhookLimit === limits.webhookLimit &&
      +(temporary?.expiresAt ?? 0) === +(expiresAt ?? 0);
    if (isSame) throw new StaffError("operator.errors.limitsSame");
    await tx.business.update({ where: { id: businessId }, data: limits, select: { id: true } });
    await tx.temporaryLimits.deleteMany({ where: { businessId } });
    if (expiresAt) {
      const former = temporary?.former ?? before;
      const data = {
        businessId,
        formerRequestsPerMinute: former.requestsPerMinute,
        formerConcurrentCalls: former.concurrentCalls,
        formerWebhookLimit: former.webhookLimit,
        expiresAt,
      };
      await tx.temporaryLimits.create({ data, select: { businessId: true } });
    }
    await recordLimits(tx, operator, businessId, { before, after: { ...limits, ...(until && { until }) }, reason });
  });
}

const selectExpired = `SELECT business_id AS "businessId" FROM temporary_limits WHERE expires_at <= $1 ORDER BY expires_at LIMIT 200`;

/** Returns the former limits to up to 200 businesses whose time has come. Any number of workers can run it at once. */
export async function expireLimits(): Promise<void> {
  for (const { businessId } of await sql<{ businessId: string }>(undefined, selectExpired, [clock.now()])) {
    await db
      .$transaction((tx) => expireLimitsOf(tx, businessId))
      .catch((error: Error) =>
        log.error({ businessId, reason: error.message }, "temporary limits could not be expired"),
      );
  }
}

async function expireLimitsOf(tx: Transaction, businessId: string): Promise<void> {
  await lockRow(tx, businessId);
  const { temporary, ...before } = await findLimits(businessId, tx);
  if (!temporary || temporary.expiresAt > clock.now()) return;
  await tx.business.update({ where: { id: businessId }, data: temporary.former, select: { id: true } });
  await tx.temporaryLimits.delete({ where: { businessId }, select: { businessId: true } });
  const reason = translate("vi", "operator.readyReasons.limits.over");
  await recordLimits(tx, system, businessId, { before, after: temporary.former, reason });
}

type Changed = { before: Limits; after: Limits & { until?: string }; reason: string };

async function recordLimits(
  tx: Transaction,
  by: Operator | typeof system,
  businessId: string,
  { before, after, reason }: Changed,
): Promise<void> {
  await recordAudit(tx, operatorIn(businessId), { action: "business.limits_changed", before, after });
  const about = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, String(value)]));
  await recordPlatformAct(tx, by, { action: "business.limited", businessId, reason, about });
}

const lockRow = (tx: Transaction, id: string) =>
  tx.$queryRaw`SELECT id FROM businesses WHERE id = ${id} FOR NO KEY UPDATE`;
