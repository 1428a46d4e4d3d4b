import "server-only";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock, days, hours, minutes, seconds } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { withoutLinks } from "@/lib/platform/display-name-schema";
import { env } from "@/lib/platform/env";
import { formatVnd, formatZonedTime } from "@/lib/platform/i18n/format";
import { defaultLocale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { composeMail } from "@/lib/platform/mail/compose";
import { postMail } from "@/lib/platform/mail/post";
import { enqueueAll } from "@/lib/platform/outbox/enqueue";
import type { OutboxKind } from "@/lib/platform/outbox/kind";
import { decidedAt, type WaitingKind } from "./schema";

export type Waiting = {
  id: string;
  kind: WaitingKind;
  /** Empty where it is of none. */
  business: string;
  /** In thousandths of a đồng; null where there is no amount. */
  amountMilli: bigint | null;
  since: Date;
  /** How many there are, where they are counted together. */
  count: number;
  /** It waits for longer than DESK_DUE_HOURS. */
  isOverdue: boolean;
};

/** Issued within seconds, unless the issuer fails or there is no seller. */
const invoiceMs = hours(1);

const waitingItems = `
  SELECT t.id, CASE t.direction WHEN 'in' THEN 'transferIn' ELSE 'transferOut' END AS kind,
    coalesce(b.name, '') AS business, t.amount_vnd * 1000 AS "amountMilli", t.occurred_at AS since, 1 AS count
  FROM bank_transfers t LEFT JOIN top_ups o ON o.id = t.top_up_id LEFT JOIN businesses b ON b.id = o.business_id
  WHERE t.status = 'unmatched'
  UNION ALL SELECT c.id, 'claim', b.name, c.amount_vnd * 1000, c.created_at, 1
  FROM bank_claims c JOIN businesses b ON b.id = c.business_id WHERE c.status = 'open'
  UNION ALL SELECT r.id, CASE WHEN r.approved_at IS NULL THEN 'refund' ELSE 'refundToPay' END, b.name, r.amount_milli,
    r.created_at, 1
  FROM refund_requests r JOIN businesses b ON b.id = r.business_id WHERE r.status = 'open'
  UNION ALL SELECT a.id, 'adjustment', b.name, a.amount_vnd * 1000, a.created_at, 1
  FROM credit_adjustments a JOIN businesses b ON b.id = a.business_id WHERE a.status = 'open'
  UNION ALL SELECT m.id, 'moneyAct', coalesce(b.name, ''), m.amount_vnd * 1000, m.created_at, 1
  FROM money_acts m LEFT JOIN businesses b ON b.id = m.business_ids[1]
  WHERE m.status = 'open' AND m.kind <> 'credit.book'
  UNION ALL SELECT i.id, 'invoice', b.name, i.amount_vnd * 1000, i.requested_at, 1
  FROM invoices i JOIN businesses b ON b.id = i.business_id
  WHERE i.due_at IS NOT NULL AND i.requested_at < $1
  UNION ALL SELECT id, 'notification', provider, NULL, received_at, 1
  FROM bank_notifications WHERE status = 'unrecorded'
  UNION ALL SELECT id, 'incident', '', NULL, started_at, 1 FROM incidents WHERE resolved_at IS NULL
  UNION ALL SELECT r.id, 'dataRequest', u.name, NULL, r.created_at, 1
  FROM data_requests r JOIN users u ON u.id = r.user_id WHERE r.closed_at IS NULL
  UNION ALL SELECT 'dead-letters', 'deadLetters', '', NULL, min(failed_at), count(*)::int
  FROM stream_messages WHERE failed_at IS NOT NULL HAVING count(*) > 0
  UNION ALL SELECT 'outbox', 'outbox', '', NULL, min(finished_at), count(*)::int
  FROM outbox_messages WHERE state = 'dead' AND kind NOT LIKE 'webhooks %' HAVING count(*) > 0`;

/** The kinds that DESK_DUE_HOURS is for: a partner, a person or the books wait for them. */
const dueKinds =
  "('transferIn', 'transferOut', 'claim', 'refund', 'refundToPay', 'adjustment', 'moneyAct', 'invoice', 'notification', 'dataRequest')";

type Found = Omit<Waiting, "isOverdue">;

const maxListed = 100;

/** What waits for a decision of the staff, the oldest first, and how many there are in all. */
export async function listWaiting(operator: Operator): Promise<{ rows: Waiting[]; total: number }> {
  requireOperatorRight(operator, "read");
  const overdue = overdueBefore();
  const text = `SELECT *, kind IN ${dueKinds} AND since < $2 AS "isOverdue", (count(*) OVER ())::int AS total
    FROM (${waitingItems}) w ORDER BY since, id LIMIT ${maxListed}`;
  const found = await sql<Waiting & { total: number }>("desk-waiting", text, [invoicesBefore(), overdue]);
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 };
}

export const countWaiting = (): Promise<{ kind: WaitingKind; count: number; since: Date }[]> =>
  sql(
    "count-waiting",
    `SELECT kind, sum(count)::int AS count, min(since) AS since FROM (${waitingItems}) w GROUP BY kind`,
    [invoicesBefore()],
  );

/** What waits past its due time and of which the staff were not notified, the oldest first. */
const listOverdue = (limit: number): Promise<Found[]> =>
  sql<Found>(
    "desk-overdue",
    `SELECT * FROM (${waitingItems}) w WHERE kind IN ${dueKinds} AND since < $2
       AND NOT EXISTS (SELECT FROM overdue_notices n WHERE n.item = w.id) ORDER BY since, id LIMIT $3`,
    [invoicesBefore(), overdueBefore(), limit],
  );

/** Forgets the notices of what no longer waits. Returns how many. */
export async function sweepNotices(): Promise<number> {
  const text = `DELETE FROM overdue_notices WHERE item NOT IN (SELECT id FROM (${waitingItems}) w)`;
  return (await sql("sweep-staff-notices", `${text} RETURNING item`, [invoicesBefore()])).length;
}

const invoicesBefore = () => new Date(+clock.now() - invoiceMs);
const overdueBefore = () => new Date(+clock.now() - hours(env.DESK_DUE_HOURS));

type Overdue = Awaited<ReturnType<typeof listOverdue>>[number];

/** What DESK_ALERT_URL receives as JSON. */
type Alert = {
  type: "overdue";
  id: string;
  kind: string;
  /** ISO 8601. */
  since: string;
  amountVnd: string | null;
  business: string;
  url: string;
};

/** Posts to DESK_ALERT_URL, for a day. Any status from 200 to 299 is a success; redirects are not followed. */
export const overdueKind: OutboxKind<Alert> = {
  name: "overdue",
  scheduleMs: [0, seconds(10), minutes(1), minutes(5), minutes(30), hours(2), hours(8), hours(13)],
  maxInFlightPerTarget: 1,
  maxInFlight: 1,
  timeoutMs: seconds(15),
  leaseMs: seconds(30),
  keepDeliveredMs: days(7),
  async deliver(alert, { signal }) {
    const url = env.DESK_ALERT_URL;
    if (!url) return { dead: true, reason: "DESK_ALERT_URL is not set." };
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify(alert),
      redirect: "manual",
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`DESK_ALERT_URL responded with ${response.status}.`);
    return undefined;
  },
  describe: ({ kind, id }) => `${kind} ${id}`,
};

const mostAtOnce = 200;
const mostLines = 20;

/** Notifies the staff once of each: by one email for all found, and by a request to DESK_ALERT_URL for each. */
export async function notifyOverdue(): Promise<number> {
  const to = env.STAFF_EMAIL ?? env.SUPPORT_EMAIL;
  if (!to && !env.DESK_ALERT_URL) return 0;
  await sweepNotices();
  const found = await listOverdue(mostAtOnce);
  if (found.length === 0) return 0;
  return db.$transaction(async (tx) => {
    const data = found.map(({ id: item }) => ({ item, notifiedAt: clock.now() }));
    const written = await tx.overdueNotice.createManyAndReturn({ data, skipDuplicates: true, select: { item: true } });
    const items = new Set(written.map(({ item }) => item));
    const own = found.filter(({ id }) => items.has(id));
    if (own.length === 0) return 0;
    if (to) {
      const values = {
        count: own.length,
        hours: env.DESK_DUE_HOURS,
        link: `${env.url}/operator`,
        items: own.slice(0, mostLines).map(lineOf).join("\n"),
        unlisted: Math.max(0, own.length - mostLines),
      };
      await postMail(tx, { to, ...composeMail(defaultLocale, "deskOverdue", values) });
    }
    const alerts = own.map((one) => ({ target: "desk", payload: alertOf(one) }));
    if (env.DESK_ALERT_URL) await enqueueAll(tx, overdueKind, alerts);
    return own.length;
  });
}

const lineOf = ({ kind, business, amountMilli, since, count }: Overdue): string =>
  [
    translate(defaultLocale, `operator.today.kinds.${kind}`, { count }),
    withoutLinks(business),
    amountMilli === null ? "" : formatVnd(amountMilli, defaultLocale),
    formatZonedTime(since, defaultLocale),
  ]
    .filter(Boolean)
    .join(", ");

const alertOf = ({ id, kind, business, amountMilli, since }: Overdue): Alert => ({
  type: "overdue",
  id,
  kind,
  business,
  since: since.toISOString(),
  amountVnd: amountMilli === null ? null : String(amountMilli / 1000n),
  url: `${env.url}${decidedAt({ kind, id })}`,
});
