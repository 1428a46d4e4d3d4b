import "server-only";
import { createHash } from "node:crypto";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { checkWebhooks } from "@/lib/webhooks/endpoints/authorize";
import type { Event, Prisma } from "@/prisma/generated/client";
import type {
  WebhookAttemptGetPayload,
  WebhookDeliveryGetPayload,
  WebhookDeliveryWhereInput,
} from "@/prisma/generated/models";
import type { DeliveryFilter } from "./schema";

export const summaryColumns = {
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

export type DeliverySummary = WebhookDeliveryGetPayload<{ select: typeof summaryColumns }> & {
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
    select: summaryColumns,
    take: limit + 1,
  });
  const { rows: shown, next } = cutPage(rows, limit);
  return { deliveries: await afterPause(endpointId, shown), next };
}

/** How many deliveries a replay of this filter sends again, counted up to `limit`. Tests are never among them. */
export async function countReplayable(
  member: Member,
  endpointId: string,
  { filter = {}, limit = 10_000 }: { filter?: DeliveryFilter; limit?: number } = {},
): Promise<number> {
  checkWebhooks(member, "webhooks:read");
  return db.webhookDelivery.count({
    where: { ...(await matching(member, endpointId, filter)), isTest: false },
    take: limit,
  });
}

async function matching(
  { businessId }: { businessId: string },
  endpointId: string,
  { q, state, type, from, to }: Filter,
): Promise<WebhookDeliveryWhereInput> {
  const conditions: WebhookDeliveryWhereInput[] = [];
  // Failed are also those that will be tried again.
  if (state === "failed") conditions.push({ OR: [{ state }, { state: "waiting", lastError: { not: null } }] });
  else if (state) conditions.push({ state });
  if (q) {
    const id = clean(q).replace(/[\s\u200b\ufeff]/g, "");
    // Deliveries have no index on the object's id, but events do.
    const events = await db.event.findMany({ where: { businessId, objectId: id }, select: { id: true }, take: 1000 });
    conditions.push({ OR: [{ id }, { eventId: { in: [id, ...events.map((event) => event.id)] } }] });
  }
  return {
    businessId,
    endpointId: clean(endpointId),
    eventType: type && clean(type),
    AND: conditions,
    createdAt: { gte: from && momentOf(from), lt: to && momentOf(to) },
  };
}

const clean = (text: string) => text.toWellFormed().replaceAll("\0", "");

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

const attemptColumns = {
  id: true,
  number: true,
  startedAt: true,
  durationMs: true,
  timings: true,
  address: true,
  url: true,
  requestHeaders: true,
  statusCode: true,
  responseHeaders: true,
  responseBody: true,
  error: true,
} as const;

export type AttemptRow = WebhookAttemptGetPayload<{ select: typeof attemptColumns }>;

/** A delivery with its event, which is null once its 30 days are over, and its last 100 attempts, the newest first. */
export type FoundDelivery = DeliverySummary & {
  region: string;
  endpointId: string;
  /** Where it goes instead of its endpoint's URL. */
  url: string | null;
  echo: Prisma.JsonValue;
  event: Event | null;
  tries: AttemptRow[];
};

/** One delivery, of one endpoint if that is given. Throws NOT_FOUND, also for another business's or another endpoint's. */
export async function findDelivery(
  by: Member | Caller,
  endpointId: string | undefined,
  id: string,
): Promise<FoundDelivery> {
  checkWebhooks(by, "webhooks:read");
  const { businessId } = by;
  const where = { id, endpointId, businessId };
  const mayExist = isId("delivery", id) && (endpointId === undefined || isId("webhook", endpointId));
  const found = mayExist
    ? await db.webhookDelivery.findMany({
        where,
        select: { ...summaryColumns, region: true, endpointId: true, url: true, echo: true },
        take: 1,
      })
    : [];
  const [delivery] = found[0] ? await afterPause(found[0].endpointId, found) : [];
  if (!delivery) throw new AppError("NOT_FOUND");
  const [event, tries] = await Promise.all([
    db.event.findFirst({ where: { id: delivery.eventId, businessId } }),
    db.webhookAttempt.findMany({
      where: { deliveryId: id },
      orderBy: { number: "desc" },
      select: attemptColumns,
      take: 100,
    }),
  ]);
  return { ...delivery, event, tries };
}

export type LastFailure = {
  deliveryId: string;
  error: string | null;
  statusCode: number | null;
  /** The first line of the response, shortened; empty without one. */
  said: string;
};

const longestLine = 200;

/** The last failure that counted, also once it works again; null without one of 30 days, and for another business's. */
export async function findLastFailure(by: Member | Caller, endpointId: string): Promise<LastFailure | null> {
  checkWebhooks(by, "webhooks:read");
  const where = { id: endpointId, businessId: by.businessId };
  const endpoint = await db.webhookEndpoint.findFirst({ where, select: { lastFailedAt: true } });
  if (!endpoint?.lastFailedAt) return null;
  // By its time, by which attempts have an index.
  const last = await db.webhookAttempt.findFirst({
    where: { startedAt: endpoint.lastFailedAt, endpointId, error: { not: null } },
    select: { deliveryId: true, error: true, statusCode: true, responseBody: true },
  });
  if (!last) return null;
  const { responseBody, ...failure } = last;
  const [line = ""] = (responseBody ?? "").trim().split("\n");
  return { ...failure, said: line.trim().slice(0, longestLine) };
}

/** A text that changes when the newest deliveries that match, or the endpoint's replays, do. */
export async function watchDeliveries(member: Member, endpointId: string, filter: DeliveryFilter): Promise<string> {
  requirePermission(member, "webhooks:read");
  const [{ deliveries }, replays] = await Promise.all([
    listDeliveries(member, endpointId, { filter }),
    db.webhookReplay.findMany({
      where: { endpointId, businessId: member.businessId },
      orderBy: { createdAt: "desc" },
      select: { id: true, done: true, finishedAt: true, canceledAt: true },
      take: 3,
    }),
  ]);
  const seen = deliveries.map(({ id, state, attempts, nextAttemptAt }) => [id, state, attempts, nextAttemptAt]);
  return createHash("sha256")
    .update(JSON.stringify([seen, replays]))
    .digest("base64url");
}
