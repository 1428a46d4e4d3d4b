import { clock } from "@/lib/clock";
import { db, sql } from "@/lib/db";
import { encrypt } from "@/lib/encryption";
import { newId } from "@/lib/ids";
import { encryptSecret, headerValueContext, mintWebhookSecret } from "@/lib/webhooks/endpoints/secret";
import { type EventType, eventTypes, schemaVersion } from "@/lib/webhooks/events/schema";
import { writeEvents } from "@/lib/webhooks/events/write-events";

type EndpointWishes = {
  url?: string;
  description?: string;
  eventTypes?: readonly EventType[];
  header?: { name: string; value: string };
  ratePerSecond?: number;
  secret?: string;
  pausedAt?: Date;
  disabledAt?: Date;
};

/** An active endpoint of a business that receives every type of event, with its secret. */
export async function makeEndpoint(
  { businessId }: { businessId: string },
  { header, secret = mintWebhookSecret(), eventTypes: types = eventTypes, ...wishes }: EndpointWishes = {},
) {
  const [id, secretId, now] = [newId("webhook"), newId("webhookSecret"), clock.now()];
  const security = header && {
    securityType: "header",
    headerName: header.name,
    encryptedHeaderValue: encrypt(header.value, headerValueContext(id)),
  };
  const endpoint = await db.webhookEndpoint.create({
    data: {
      ...{ id, businessId, schemaVersion, createdById: "usr_test", createdAt: now, updatedAt: now },
      url: "http://127.0.0.1:9/hook",
      eventTypes: [...types],
      ...security,
      ...wishes,
      secrets: { create: { id: secretId, encryptedSecret: encryptSecret(secretId, secret), createdAt: now } },
    },
  });
  return { ...endpoint, secret };
}

type DeliveryWishes = { type?: EventType; isTest?: boolean };

/** An event on its way to an endpoint. Returns the delivery's id. */
export async function makeDelivery(
  { id, businessId }: { id: string; businessId: string },
  { type = "webhook.test", isTest = false }: DeliveryWishes = {},
): Promise<string> {
  const [delivery = ""] = await makeDeliveries({ id, businessId }, 1, { type, isTest });
  return delivery;
}

/** Many of them, in one statement. */
export function makeDeliveries(
  { id, businessId }: { id: string; businessId: string },
  count: number,
  { type = "webhook.test", isTest = false }: DeliveryWishes = {},
): Promise<string[]> {
  const event = { businessId, type, objectId: null, sequence: 1, payload: { endpointId: id } };
  const subscriber = { id, businessId, eventTypes: [type], isActive: true };
  return writeEvents(
    sql,
    Array.from({ length: count }, () => event),
    [subscriber],
    { isTest },
  );
}

/** One more secret of an endpoint, which is its current one. */
export async function addSecret(endpointId: string): Promise<string> {
  const [id, secret] = [newId("webhookSecret"), mintWebhookSecret()];
  const data = { id, endpointId, encryptedSecret: encryptSecret(id, secret), createdAt: clock.now() };
  await db.webhookSecret.create({ data });
  return secret;
}
