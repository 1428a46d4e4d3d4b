import "server-only";
import { clock, days, hours, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { withoutLinks } from "@/lib/platform/display-name-schema";
import { env } from "@/lib/platform/env";
import { formatVnd, formatZonedTime } from "@/lib/platform/i18n/format";
import { defaultLocale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { composeMail } from "@/lib/platform/mail/compose";
import { postMail } from "@/lib/platform/mail/post";
import { enqueueAll } from "@/lib/platform/outbox/enqueue";
import type { OutboxKind } from "@/lib/platform/outbox/kind";
import { listOverdue, sweepNotices } from "./list";
import { decidedAt } from "./schema";

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
      ...{ method: "POST", headers, body: JSON.stringify(alert), redirect: "manual", signal },
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
    if (to) await postMail(tx, { to, ...composeMail(defaultLocale, "deskOverdue", mailOf(own)) });
    const alerts = own.map((one) => ({ target: "desk", payload: alertOf(one) }));
    if (env.DESK_ALERT_URL) await enqueueAll(tx, overdueKind, alerts);
    return own.length;
  });
}

const mailOf = (items: readonly Overdue[]) => ({
  ...{ count: items.length, hours: env.DESK_DUE_HOURS, link: `${env.url}/operator` },
  items: items.slice(0, mostLines).map(lineOf).join("\n"),
  unlisted: Math.max(0, items.length - mostLines),
});

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
  ...{ type: "overdue", id, kind, business, since: since.toISOString() },
  amountVnd: amountMilli === null ? null : String(amountMilli / 1000n),
  url: `${env.url}${decidedAt({ kind, id })}`,
});
