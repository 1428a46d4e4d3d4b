import "server-only";
import { lockBusiness } from "@/lib/access/businesses/lock";
import { schemaVersion } from "@/lib/access/events/schema";
import type { Caller } from "@/lib/access/principals/caller";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { readPublicUrl } from "@/lib/platform/net/public-url";
import { encryptSecret, mintWebhookSecret } from "./secrets";

/** A URL that nothing is sent to: each delivery of this endpoint has the one that came with its job. */
const noUrl = "https://callback.invalid/";

/**
 * Checks a URL that events of one job are sent to, and returns it normalized. The first one makes the business's endpoint
 * for callbacks, which signs them and has their deliveries. Addresses are checked when a delivery connects, as all are.
 * Throws INVALID_REQUEST, and NOT_FOUND for a business that was archived meanwhile.
 */
export async function prepareCallback({ businessId, keyId }: Caller, text: string): Promise<string> {
  const read = readPublicUrl(text, { isLocal: env.isSingleMachine });
  if (read.fault)
    throw new AppError("INVALID_REQUEST", { param: "callbackUrl", message: `webhooks.urlFaults.${read.fault}` });
  const where = { businessId, isCallbacks: true, deletedAt: null };
  if ((await db.webhookEndpoint.count({ where })) > 0) return read.url;
  const [id, secretId, now] = [newId("webhook"), newId("webhookSecret"), clock.now()];
  await db.$transaction(async (tx) => {
    if (!(await lockBusiness(tx, businessId))) throw new AppError("NOT_FOUND");
    if ((await tx.webhookEndpoint.count({ where })) > 0) return;
    const encryptedSecret = encryptSecret(secretId, mintWebhookSecret());
    await tx.webhookEndpoint.create({
      data: {
        id,
        businessId,
        url: noUrl,
        isCallbacks: true,
        eventTypes: [],
        schemaVersion,
        createdById: keyId,
        createdAt: now,
        updatedAt: now,
        secrets: { create: { id: secretId, encryptedSecret, createdAt: now } },
      },
      select: { id: true },
    });
  });
  return read.url;
}
