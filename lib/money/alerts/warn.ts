import "server-only";
import { recordCreditEvent } from "@/lib/access/events/record-event";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import { findDaysLeft } from "@/lib/money/usage/days-left";
import { formatMilli } from "@/lib/platform/amounts";
import { clock } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatVnd } from "@/lib/platform/i18n/format";
import { log } from "@/lib/platform/log";
import { defaultAlert, usedUpVnd } from "./schema";

const batch = 500;

type Armed = {
  businessId: string;
  availableMilli: string;
  belowVnd: string | null;
  belowDays: number | null;
  isAmountArmed: boolean;
  isDaysArmed: boolean;
  isUsedUpArmed: boolean;
};

/** Active businesses with the warnings that they wait for. */
const armedWhere = (condition: string) => `
  SELECT b.id AS "businessId", w.balance_milli::text AS "availableMilli", CASE WHEN a.business_id IS NULL THEN ${defaultAlert.belowVnd ?? "NULL"} ELSE a.below_vnd END::text AS "belowVnd",
    CASE WHEN a.business_id IS NULL THEN ${defaultAlert.belowDays ?? "NULL"} ELSE a.below_days END AS "belowDays",
    a.business_id IS NULL OR (a.below_vnd IS NOT NULL AND a.amount_alerted_at IS NULL) AS "isAmountArmed",
    a.used_up_alerted_at IS NULL AS "isUsedUpArmed",
    a.business_id IS NULL OR (a.below_days IS NOT NULL AND a.days_alerted_at IS NULL) AS "isDaysArmed"
  FROM businesses b JOIN wallet_accounts w ON w.business_id = b.id AND w.kind = 'available'
    LEFT JOIN credit_alerts a ON a.business_id = b.id
  WHERE ${condition} AND b.archived_at IS NULL
  ORDER BY b.id LIMIT ${batch}`;

const armed = armedWhere("b.id > $1");
const armedOf = armedWhere("b.id = ANY ($1::text[])");

/**
 * Warns each business once when its credit falls below what it set, and once when it is used up, until it rises again.
 * A business that has used nothing is not warned of an amount. Returns how many warnings there were.
 */
export async function warnOfLowCredit(): Promise<number> {
  let warned = 0;
  for (let after = ""; ; ) {
    const rows = await sql<Armed>("armed-alerts", armed, [after]);
    warned += await warnThose(rows);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return warned;
    after = last.businessId;
  }
}

/** The same of these businesses. */
export const warnOf = async (businessIds: readonly string[]): Promise<number> =>
  warnThose(await sql<Armed>("armed-alerts-of", armedOf, [businessIds]));

async function warnThose(rows: readonly Armed[]): Promise<number> {
  const waiting = rows.filter((row) => row.isAmountArmed || row.isDaysArmed || row.isUsedUpArmed);
  const daysLeft = await findDaysLeft(
    waiting.map(({ businessId, availableMilli }) => ({ businessId, availableMilli: BigInt(availableMilli) })),
  );
  let warned = 0;
  for (const row of waiting) {
    const { businessId } = row;
    // One that fails is tried again, and does not keep the others waiting.
    warned += await warnOne(row, daysLeft.get(businessId) ?? null).catch((error: Error) => {
      log.error({ business: businessId, reason: error.message }, "a warning of low credit was not written");
      return 0;
    });
  }
  return warned;
}

// What was held is not in the usage yet.
const used = `SELECT EXISTS (SELECT FROM usage_daily WHERE business_id = $1)
  OR EXISTS (SELECT FROM wallet_accounts a JOIN transfers t ON t.debit_account_id = a.id
    WHERE a.business_id = $1 AND a.kind = 'available' AND t.kind = 'hold') AS "isUsed"`;

async function hasUsage(businessId: string): Promise<boolean> {
  const [row] = await sql<{ isUsed: boolean }>("has-usage", used, [businessId]);
  return row?.isUsed ?? false;
}

async function warnOne(row: Armed, daysLeft: number | null): Promise<number> {
  const { businessId, belowVnd, belowDays } = row;
  const availableMilli = BigInt(row.availableMilli);
  const isBelow = (vnd: bigint) => availableMilli < vnd * 1000n;
  const mayBeUsedUp = row.isUsedUpArmed && isBelow(BigInt(usedUpVnd));
  const mayBeLow = row.isAmountArmed && belowVnd !== null && isBelow(BigInt(belowVnd));
  const isUsed = (mayBeUsedUp || mayBeLow) && (await hasUsage(businessId));
  const [isUsedUpNow, isAmountLow] = [mayBeUsedUp && isUsed, mayBeLow && isUsed];
  const areDaysLow = row.isDaysArmed && belowDays !== null && daysLeft !== null && daysLeft < belowDays;
  if (!isUsedUpNow && !isAmountLow && !areDaysLow) return 0;
  const now = clock.now();
  return db.$transaction(async (tx) => {
    await tx.creditAlert.createMany({ data: [{ businessId, ...defaultAlertRow }], skipDuplicates: true });
    // Several workers may come here: the one that sets the time sends the warning.
    const claim = async (field: "amountAlertedAt" | "daysAlertedAt" | "usedUpAlertedAt") =>
      (await tx.creditAlert.updateMany({ where: { businessId, [field]: null }, data: { [field]: now } })).count > 0;
    const isAmount = isAmountLow && (await claim("amountAlertedAt"));
    const isDays = areDaysLow && (await claim("daysAlertedAt"));
    const isUsedUp = isUsedUpNow && (await claim("usedUpAlertedAt"));
    if (!isAmount && !isDays && !isUsedUp) return 0;
    const reason = isAmount || isUsedUp ? "amount" : "days";
    await announceLow(tx, { businessId, availableMilli, daysLeft, reason, isUsedUp });
    return 1;
  });
}

const defaultAlertRow = {
  belowVnd: defaultAlert.belowVnd === null ? null : BigInt(defaultAlert.belowVnd),
  belowDays: defaultAlert.belowDays,
};

type Low = {
  businessId: string;
  availableMilli: bigint;
  daysLeft: number | null;
  reason: "amount" | "days";
  isUsedUp: boolean;
};

async function announceLow(
  tx: Transaction,
  { businessId, availableMilli, daysLeft, reason, isUsedUp }: Low,
): Promise<void> {
  const { name: business, slug } = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { name: true, slug: true },
  });
  const payload = { availableVnd: formatMilli(availableMilli), daysLeft, reason };
  await recordCreditEvent(tx, businessId, "credit.low", { objectId: null, payload });
  const path = `/console/${slug}/billing`;
  for (const to of await listRecipients(tx, businessId, "billing:read")) {
    const values = {
      business,
      balance: formatVnd(availableMilli, to.locale),
      days: daysLeft ?? -1,
      state: isUsedUp ? "usedUp" : "low",
      link: `${env.url}${path}`,
    };
    await notify(tx, to, { kind: "creditLow", values, path, businessId });
  }
}

/** After a payment or a gift: each warning can be sent again once the credit has risen above its level. */
export async function rearmAlert(tx: Transaction, businessId: string, availableMilli: bigint): Promise<void> {
  const alert = await tx.creditAlert.findUnique({ where: { businessId } });
  if (!alert) return;
  const { belowVnd, belowDays, amountAlertedAt, daysAlertedAt, usedUpAlertedAt } = alert;
  const isAmountWell = amountAlertedAt && (belowVnd === null || availableMilli >= belowVnd * 1000n);
  const daysLeft = daysAlertedAt && (await findDaysLeft([{ businessId, availableMilli }], tx)).get(businessId);
  const areDaysWell = daysAlertedAt && (belowDays === null || (daysLeft ?? Number.POSITIVE_INFINITY) >= belowDays);
  const isUsable = usedUpAlertedAt && availableMilli >= BigInt(usedUpVnd) * 1000n;
  if (!isAmountWell && !areDaysWell && !isUsable) return;
  await tx.creditAlert.update({
    where: { businessId },
    data: {
      ...(isAmountWell && { amountAlertedAt: null }),
      ...(areDaysWell && { daysAlertedAt: null }),
      ...(isUsable && { usedUpAlertedAt: null }),
    },
    select: { businessId: true },
  });
}
