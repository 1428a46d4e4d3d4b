import "server-only";
import { balanceEvents } from "@/lib/access/events/schema";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { cutPage, fromCursor } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { bodyOf } from "@/lib/webhooks/deliver/compose-request";
import { checkWebhooks, isBalanceHidden } from "@/lib/webhooks/endpoints/authorize";

/** The types of events that a key must not read. */
export const hiddenFrom = (by: Member | Caller): string[] => (isBalanceHidden(by) ? [...balanceEvents] : []);

type Query = { type?: string; from?: Date; to?: Date; cursor?: string; limit?: number };

/** Keys read events of their mode, with the balance by `balance:read`. Throws INVALID_REQUEST for a bad cursor. */
export async function listEvents(by: Member | Caller, { type, from, to, cursor, limit = 50 }: Query) {
  checkWebhooks(by, "webhooks:read");
  const place = cursor ? fromCursor(cursor) : null;
  const rows = await db.event.findMany({
    where: {
      businessId: by.businessId,
      isTest: false,
      ...(!("role" in by) && { livemode: by.mode !== "test" }),
      type: { equals: type?.toWellFormed().replaceAll("\0", ""), notIn: hiddenFrom(by) },
      createdAt: { gte: from, lt: to },
      ...(place && {
        AND: [
          { createdAt: { gte: place.createdAt } },
          { OR: [{ createdAt: { gt: place.createdAt } }, { id: { gt: place.id } }] },
        ],
      }),
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit + 1,
  });
  const { rows: shown, next } = cutPage(rows, limit);
  const events = shown.map(({ id, type: eventType, createdAt, ...event }) =>
    JSON.parse(bodyOf({ ...event, eventId: id, eventType, eventCreatedAt: createdAt })),
  );
  return { events, next };
}
