import { type EventType, eventTypes, schemaVersion } from "@/lib/access/events/schema";
import { writeEvents } from "@/lib/access/events/write-events";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encryption";
import { newId } from "@/lib/platform/ids";
import { encryptSecret, headerValueContext, mintWebhookSecret } from "@/lib/webhooks/endpoints/secrets";
import type { WebhookAttemptCreateInput, WebhookDeliveryCreateInput } from "@/prisma/generated/models";

type EndpointOptions = {
  url?: string;
  description?: string;
  eventTypes?: readonly EventType[];
  header?: { name: string; value: string };
  ratePerSecond?: number;
  secret?: string;
  pausedAt?: Date;
  disabledAt?: Date;
  createdById?: string;
};

/** An active endpoint of a business that receives every type of event, with its secret. */
export async function makeEndpoint(
  { businessId }: { businessId: string },
  { header, secret = mintWebhookSecret(), eventTypes: types = eventTypes, ...options }: EndpointOptions = {},
) {
  const [id, secretId, now] = [newId("webhook"), newId("webhookSecret"), clock.now()];
  const security = header && {
    securityType: "header",
    headerName: header.name,
    encryptedHeaderValue: encrypt(header.value, headerValueContext(id)),
  };
  const endpoint = await db.webhookEndpoint.create({
    data: {
      id,
      businessId,
      schemaVersion,
      createdById: "usr_test",
      createdAt: now,
      updatedAt: now,
      url: "http://127.0.0.1:9/hook",
      eventTypes: [...types],
      ...security,
      ...options,
      secrets: { create: { id: secretId, encryptedSecret: encryptSecret(secretId, secret), createdAt: now } },
    },
  });
  return { ...endpoint, secret };
}

type DeliveryOptions = { type?: EventType; isTest?: boolean };

/** An event on its way to an endpoint. Returns the delivery's id. */
export async function makeDelivery(
  { id, businessId }: { id: string; businessId: string },
  { type = "webhook.test", isTest = false }: DeliveryOptions = {},
): Promise<string> {
  const [delivery = ""] = await makeDeliveries({ id, businessId }, 1, { type, isTest });
  return delivery;
}

/** Many of them, in one statement. */
export function makeDeliveries(
  { id, businessId }: { id: string; businessId: string },
  count: number,
  { type = "webhook.test", isTest = false }: DeliveryOptions = {},
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

type PastDeliveryOptions = Partial<Omit<WebhookDeliveryCreateInput, "id" | "endpoint" | "eventType">> & {
  eventType?: EventType;
  payload?: Record<string, string | number | null>;
};

/** An event, and its delivery to an endpoint: a delivered one without recorded attempts. */
export async function makePastDelivery(
  { id: endpointId, businessId }: { id: string; businessId: string },
  { eventType = "tts.completed", payload, ...options }: PastDeliveryOptions = {},
) {
  const { createdAt = clock.now(), isTest = false, objectId = newId("tts"), eventId: id = newId("event") } = options;
  const about = { businessId, objectId, createdAt, isTest };
  const event = {
    ...about,
    id,
    type: eventType,
    schemaVersion,
    sequence: 1,
    payload: payload ?? { trackingId: objectId },
  };
  // A job that ended has its event.
  const where = { objectId_sequence: { objectId, sequence: 1 } };
  const { id: eventId } = await db.event.upsert({ where, create: event, update: {} });
  return db.webhookDelivery.create({
    data: {
      ...about,
      id: newId("delivery"),
      eventId,
      endpointId,
      eventType,
      region: "VN",
      state: "succeeded",
      attempts: 1,
      lastStatus: 200,
      finishedAt: createdAt,
      ...options,
    },
  });
}

type AttemptOptions = Partial<Omit<WebhookAttemptCreateInput, "id" | "deliveryId" | "endpointId" | "number">>;

/** The attempts of a delivery, in order: each a success unless it wishes otherwise. */
export async function makeAttempts(
  { id: deliveryId, endpointId, eventId }: { id: string; endpointId: string; eventId: string },
  options: readonly AttemptOptions[],
) {
  const data = options.map((option, index) => ({
    id: newId("attempt"),
    deliveryId,
    endpointId,
    number: index + 1,
    startedAt: clock.now(),
    durationMs: 84,
    timings: { dnsMs: 3, connectMs: 21, firstByteMs: 80 },
    address: "203.0.113.7",
    url: "https://hooks.example.com/vang",
    statusCode: 200,
    responseBody: '{"ok":true}',
    requestHeaders: {
      "content-type": "application/json",
      "user-agent": "Vang-Webhooks/1.0",
      "webhook-id": eventId,
      "webhook-timestamp": "1763900000",
      "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    },
    responseHeaders: { "content-type": "application/json" },
    ...option,
  }));
  await db.webhookAttempt.createMany({ data });
  return data;
}
