import "server-only";
import { clock, hours } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { type NewNotice, type NoticeRecipient, notify } from "./notify";
import type { NoticeKind } from "./schema";

/** Changes that anyone who may make them can repeat without end. */
const repeatable = ["webhookCreated", "webhookUrlChanged", "keyWidened"] as const satisfies readonly NoticeKind[];

/** Notices of such changes that one person gets of one business in an hour, before the one that stands for the rest. */
const mostAnHour = 5;

type Repeatable = NewNotice<(typeof repeatable)[number]> & { businessId: string };

/**
 * The same as `notify`, at most five times in an hour for a business and person. For the sixth change there is one
 * notice that leads to the audit log; further changes of that hour are only in the log.
 */
export async function notifySparingly(
  tx: Transaction,
  to: NoticeRecipient,
  business: { name: string; slug: string },
  notice: Repeatable,
): Promise<void> {
  const { businessId } = notice;
  const recent = { userId: to.id, businessId, createdAt: { gt: new Date(+clock.now() - hours(1)) } };
  const sent = await tx.notice.count({ where: { ...recent, kind: { in: [...repeatable] } } });
  if (sent < mostAnHour) return notify(tx, to, notice);
  if ((await tx.notice.count({ where: { ...recent, kind: "manyChanges" } })) > 0) return;
  const path = `/console/${business.slug}/audit`;
  const values = { business: business.name, link: `${env.url}${path}` };
  await notify(tx, to, { kind: "manyChanges", values, path, businessId });
}
