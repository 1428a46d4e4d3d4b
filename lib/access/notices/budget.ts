import "server-only";
import { clock, hours } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { budgetedKinds, type NoticeKind } from "./schema";

/** Emails of a group with a budget that a person gets about one business in an hour, before the digest. */
export const emailsAnHour = 5;

/** The most notices that wait for one digest: further changes of that hour are only in the audit log. */
const mostWaiting = 100;

/** Where an email counts: `digested` is null if it is sent at once, false if the digest at `digestAt` names it. */
export type Place = { digestAt: Date; digested: false | null };

type Counted = { userId: string; businessId: string; kind: NoticeKind };

/** Undefined for a kind without a budget; null if the hour is full. Others wait until the transaction ends. */
export async function findPlace(
  tx: Transaction,
  { userId, businessId, kind }: Counted,
): Promise<Place | null | undefined> {
  const group = budgetedKinds.find((kinds) => kinds.includes(kind));
  if (!group) return undefined;
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`notices ${userId} ${businessId}`}, 0))::text`;
  const now = clock.now();
  const counted = await tx.notice.findMany({
    where: { userId, businessId, kind: { in: [...group] }, digestAt: { gt: now } },
    select: { digestAt: true },
    take: emailsAnHour + mostWaiting,
  });
  if (counted.length === emailsAnHour + mostWaiting) return null;
  const digestAt = counted[0]?.digestAt ?? new Date(+now + hours(1));
  return { digestAt, digested: counted.length < emailsAnHour ? null : false };
}
