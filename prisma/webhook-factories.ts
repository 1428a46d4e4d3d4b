import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { encrypt } from "@/lib/encryption";
import { newId } from "@/lib/ids";
import { encryptSecret, headerValueContext, mintWebhookSecret } from "@/lib/webhooks/endpoints/secret";
import { type EventType, eventTypes, schemaVersion } from "@/lib/webhooks/events/schema";

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
