import "server-only";
import { schemaVersion } from "@/lib/access/events/schema";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { isId, newId } from "@/lib/platform/ids";
import { composeRequest, type Sendable } from "@/lib/webhooks/deliver/compose-request";
import type { Request } from "@/lib/webhooks/deliver/post";
import { sign } from "@/lib/webhooks/deliver/sign";
import { mintWebhookSecret } from "@/lib/webhooks/endpoints/secret";

/** The endpoint of a drill with what its requests need; null for another business's, and once it or its business is deleted. */
export async function findTarget(businessId: string, id: string) {
  const now = clock.now();
  if (!isId("webhook", id)) return null;
  return db.webhookEndpoint.findFirst({
    where: { id, businessId, deletedAt: null, business: { archivedAt: null } },
    select: {
      id: true,
      businessId: true,
      url: true,
      headerName: true,
      encryptedHeaderValue: true,
      business: { select: { suspendedAt: true } },
      secrets: {
        where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        select: { id: true, encryptedSecret: true },
      },
    },
  });
}

export type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

type Options = {
  /** The same for a duplicate. */
  eventId?: string;
  sequence?: number;
  happenedAt?: Date;
  /** The time of the attempt. */
  sentAt?: Date;
  /** Signed with another secret. */
  isForged?: boolean;
};

/** The request of a test event as its endpoint gets it, except for what the options change. */
export function prepareRequest(target: Target, options: Options = {}): Request {
  const { eventId = newId("event"), sequence = 1, sentAt = clock.now(), happenedAt = sentAt, isForged } = options;
  const sendable: Sendable = {
    eventId,
    eventType: "webhook.test",
    eventCreatedAt: happenedAt,
    schemaVersion,
    sequence,
    isTest: true,
    livemode: false,
    businessId: target.businessId,
    endpointId: target.id,
    payload: { endpointId: target.id },
    url: target.url,
    headerName: target.headerName,
    encryptedHeaderValue: target.encryptedHeaderValue,
    secrets: target.secrets.map(({ id, encryptedSecret }) => ({ id, encrypted: encryptedSecret })),
  };
  const { request } = composeRequest(sendable, sentAt);
  if (!isForged) return request;
  const timestamp = Number(request.headers["webhook-timestamp"]);
  const forged = sign([mintWebhookSecret()], { id: eventId, timestamp, body: request.body });
  return { ...request, headers: { ...request.headers, "webhook-signature": forged } };
}
