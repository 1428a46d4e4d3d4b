import "server-only";
import { recordCreditEvent } from "@/lib/access/events/record-event";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { monthOf } from "@/lib/money/wallet/month";
import { formatMilli } from "@/lib/platform/amounts";
import { clock } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatVnd } from "@/lib/platform/i18n/format";
import { log } from "@/lib/platform/log";
import { vietnamMonth } from "@/lib/platform/vietnam-time";
import { type AlertSettings, budgetPercents } from "./schema";
import { getAlert } from "./service";

type Budget = { businessId: string; month: string; capMilli: string; spentMilli: string; isRejected: boolean };

/** Active businesses with a cap of which they were not warned in full this month. */
const budgets = `
  SELECT a.business_id AS "businessId", now.month, a.monthly_cap_milli::text AS "capMilli",
    coalesce((SELECT sum(s.amount_milli) FROM api_keys k JOIN key_spends s ON s.key_id = k.id
      WHERE k.business_id = a.business_id AND s.month = now.month), 0)::text AS "spentMilli",
    a.cap_rejected_month IS NOT DISTINCT FROM now.month AS "isRejected"
  FROM credit_alerts a JOIN businesses b ON b.id = a.business_id,
    (SELECT ${monthOf("$1::timestamptz")} AS month) now
  WHERE a.monthly_cap_milli IS NOT NULL AND b.archived_at IS NULL
    AND (a.cap_alerted_month IS DISTINCT FROM now.month OR a.cap_alerted_percent < 100)`;

const spent = `
  SELECT coalesce(sum(s.amount_milli), 0)::text AS "spentMilli"
  FROM api_keys k JOIN key_spends s ON s.key_id = k.id WHERE k.business_id = $1 AND s.month = $2`;

/** What a business has spent and holds this month, as its cap counts it. */
export async function getBudget(by: Member | Caller): Promise<AlertSettings & { month: string; spentMilli: bigint }> {
  const month = vietnamMonth(clock.now());
  const [settings, [sum]] = await Promise.all([
    getAlert(by),
    sql<{ spentMilli: string }>("spent-this-month", spent, [by.businessId, month]),
  ]);
  return { ...settings, month, spentMilli: BigInt(sum?.spentMilli ?? 0) };
}

/** The highest percentage that is reached; the cap counts as reached once a request was rejected for it. */
export function percentReached({ capMilli, spentMilli, isRejected }: Omit<Budget, "businessId" | "month">) {
  if (isRejected) return 100;
  return budgetPercents.findLast((percent) => BigInt(spentMilli) * 100n >= BigInt(capMilli) * BigInt(percent));
}

/** Warns of each part of a monthly cap that is reached, once in a month. Returns how many times. */
export async function warnOfBudgets(): Promise<number> {
  let warned = 0;
  for (const budget of await sql<Budget>("budgets", budgets, [clock.now()])) {
    // One that fails is tried again, and does not keep the others waiting.
    warned += await warnOne(budget).catch((error: Error) => {
      log.error({ business: budget.businessId, reason: error.message }, "a warning of a cap was not written");
      return 0;
    });
  }
  return warned;
}

async function warnOne(budget: Budget): Promise<number> {
  const percent = percentReached(budget);
  if (percent === undefined) return 0;
  return db.$transaction(async (tx) => {
    const { businessId, month } = budget;
    // Several workers may come here: the one that changes the row sends the warning.
    const { count } = await tx.creditAlert.updateMany({
      where: {
        businessId,
        monthlyCapMilli: { not: null },
        OR: [{ capAlertedMonth: null }, { capAlertedMonth: { not: month } }, { capAlertedPercent: { lt: percent } }],
      },
      data: { capAlertedMonth: month, capAlertedPercent: percent },
    });
    if (count > 0) await announce(tx, budget, percent);
    return count;
  });
}

async function announce(tx: Transaction, { businessId, month, ...sums }: Budget, percent: number): Promise<void> {
  const { name: business, slug } = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { name: true, slug: true },
  });
  const [cap, spent] = [BigInt(sums.capMilli), BigInt(sums.spentMilli)];
  const payload = { month, percent, capVnd: formatMilli(cap), spentVnd: formatMilli(spent) };
  await recordCreditEvent(tx, businessId, "budget.reached", { objectId: null, payload });
  const path = `/console/${slug}/billing`;
  for (const to of await listRecipients(tx, businessId, "billing:read")) {
    const values = {
      business,
      percent: String(percent),
      spent: formatVnd(spent, to.locale),
      cap: formatVnd(cap, to.locale),
      link: `${env.url}${path}`,
    };
    await notify(tx, to, { kind: "budgetReached", values, path, businessId });
  }
}
