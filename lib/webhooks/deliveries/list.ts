import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { checkWebhooks } from "@/lib/webhooks/endpoints/check";
import type { WebhookDeliveryGetPayload, WebhookDeliveryWhereInput } from "@/prisma/generated/models";
import type { DeliveryFilter, DeliveryState } from "./schema";

export const summary = {
  id: true,
  eventId: true,
  eventType: true,
  objectId: true,
  state: true,
  isTest: true,
  attempts: true,
  lastStatus: true,
  lastError: true,
  createdAt: true,
  nextAttemptAt: true,
  finishedAt: true,
} as const;

export type DeliverySummary = WebhookDeliveryGetPayload<{ select: typeof summary }> & {
  /** It waits until the pause of an endpoint that keeps failing ends. */
  isBehindPause?: boolean;
};

/** `next` is the cursor of the following page; null on the last one. */
export type DeliveryPage = { deliveries: DeliverySummary[]; next: string | null };

/** Times are minutes on Vietnam's clock as a form sends them, or exact. */
type Filter = Omit<DeliveryFilter, "from" | "to"> & { from?: string | Date; to?: string | Date };

type Query = { cursor?: string; limit?: number; filter?: Filter };

/** The newest first; none for another business's endpoint. Throws INVALID_REQUEST for an invalid cursor. */
export async function listDeliveries(
  by: Member | Caller,
  endpointId: string,
  { cursor, limit = 30, filter = {} }: Query = {},
): Promise<DeliveryPage> {
  checkWebhooks(by, "webhooks:read");
  const rows = await db.webhookDelivery.findMany({
    where: { AND: [await matching(by, endpointId, filter), afterCursor(cursor)] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: summary,
    take: limit + 1,
  });
  const { rows: shown, next } = cutPage(rows, limit);
  return { deliveries: await afterPause(endpointId, shown), next };
}

/** How many deliveries a replay of this filter sends again, counted up to `most`. Tests are never among them. */
export async function countReplayable(
  member: Member,
  endpointId: string,
  { filter = {}, most = 10_000 }: { filter?: DeliveryFilter; most?: number } = {},
): Promise<number> {
  checkWebhooks(member, "webhooks:read");
  return db.webhookDelivery.count({
    where: { ...(await matching(member, endpointId, filter)), isTest: false },
    take: most,
  });
}

async function matching(
  { businessId }: { businessId: string },
  endpointId: string,
  { q, state, type, from, to }: Filter,
): Promise<WebhookDeliveryWhereInput> {
  return {
    businessId,
    endpointId: clean(endpointId),
    eventType: type && clean(type),
    AND: [state ? inState(state) : {}, q ? await idsOf(businessId, clean(q).replace(/[\s\u200b\ufeff]/g, "")) : {}],
    createdAt: { gte: from && momentOf(from), lt: to && momentOf(to) },
  };
}

/** Deliveries have no index on the object's id, but events do. */
async function idsOf(businessId: string, id: string): Promise<WebhookDeliveryWhereInput> {
  const events = await db.event.findMany({ where: { businessId, objectId: id }, select: { id: true }, take: 1000 });
  return { OR: [{ id }, { eventId: { in: [id, ...events.map((event) => event.id)] } }] };
}

const clean = (text: string) => text.toWellFormed().replaceAll("\0", "");

/** Failed are also those that will be tried again. */
const inState = (state: DeliveryState): WebhookDeliveryWhereInput =>
  state === "failed" ? { OR: [{ state }, { state: "waiting", lastError: { not: null } }] } : { state };

const momentOf = (time: string | Date) => (time instanceof Date ? time : new Date(`${time}:00+07:00`));

/** The deliveries with their next attempts as they will be: none is made before the pause of an endpoint that fails ends. */
export async function afterPause<Row extends Pick<DeliverySummary, "state" | "isTest" | "nextAttemptAt">>(
  endpointId: string,
  deliveries: readonly Row[],
): Promise<(Row & { isBehindPause?: boolean })[]> {
  const isAffected = ({ state, isTest }: Row) => state === "waiting" && !isTest;
  if (!deliveries.some(isAffected)) return [...deliveries];
  const pauses = await db.outboxPause.findMany({ where: { target: endpointId, until: { gt: clock.now() } } });
  const end = Math.max(0, ...pauses.map(({ until }) => +until));
  return deliveries.map((row) =>
    isAffected(row) && row.nextAttemptAt && +row.nextAttemptAt < end
      ? { ...row, nextAttemptAt: new Date(end), isBehindPause: true }
      : row,
  );
}
