import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { type EventType, examplePayloads } from "@/lib/access/events/schema";
import { type NewEvent, sqlOf, writeEvents } from "@/lib/access/events/write-events";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";
import { checkWebhooks } from "@/lib/webhooks/endpoints/authorize";
import { withoutQuery } from "@/lib/webhooks/endpoints/endpoint";

const limit = 20;
const tests = openAttempts("webhook test", limit, minutes(1));

/**
 * Sends an event of any type, also to an endpoint that is paused, disabled or not subscribed. Returns the delivery's
 * id. Throws NOT_FOUND for another business's endpoint, and TOO_MANY_ATTEMPTS past 20 in a minute.
 */
export async function sendTest(by: Member | Caller, endpointId: string, type: EventType): Promise<string> {
  checkWebhooks(by, "webhooks:write");
  const { businessId } = by;
  const endpoint =
    isId("webhook", endpointId) &&
    (await db.webhookEndpoint.findFirst({
      where: { id: endpointId, businessId, deletedAt: null, isCallbacks: false },
      select: { url: true },
    }));
  if (!endpoint) throw new AppError("NOT_FOUND", { message: "webhooks.tests.unknownEndpoint" });
  if (!(await tests.isAllowed(endpointId))) {
    throw new AppError("TOO_MANY_ATTEMPTS", { message: "webhooks.tests.tooMany", values: { limit } });
  }
  const payload =
    type === "webhook.test"
      ? { endpointId }
      : type === "webhook.disabled"
        ? { ...examplePayloads[type], endpointId, url: withoutQuery(endpoint.url) }
        : examplePayloads[type];
  const event = { businessId, type, objectId: null, sequence: 1, payload } as NewEvent;
  const receiver = { id: endpointId, businessId, eventTypes: [type], isActive: true };
  const [id] = await db.$transaction((tx) => writeEvents(sqlOf(tx), [event], [receiver], { isTest: true }));
  if (!id) throw new Error("a test has no delivery");
  return id;
}

/** How a test went: null while there is no response. */
export type TestOutcome = { statusCode: number | null; error: string | null } | null;

/** How long the response of a receiver is waited for; it can take 15 s. */
export const testWait = { ms: seconds(8) };

/** The receiver's response to a test, once there is one. Another business's delivery has no outcome. */
export async function awaitTest(by: Member | Caller, deliveryId: string): Promise<TestOutcome> {
  checkWebhooks(by, "webhooks:read");
  const own = { id: deliveryId, businessId: by.businessId };
  if (!(await db.webhookDelivery.findFirst({ where: own, select: { id: true } }))) return null;
  const last = performance.now() + testWait.ms;
  for (;;) {
    const attempt = await db.webhookAttempt.findFirst({
      where: { deliveryId },
      select: { statusCode: true, error: true },
    });
    if (attempt || performance.now() > last) return attempt;
    await sleep(150);
  }
}

/** Returns to how many streams. Throws CONFLICT without one, and TOO_MANY_ATTEMPTS past 20 in a minute. */
export async function sendTestToStreams(by: Member | Caller, type: EventType): Promise<number> {
  checkWebhooks(by, "webhooks:write");
  const { businessId } = by;
  if (!(await tests.isAllowed(businessId))) {
    throw new AppError("TOO_MANY_ATTEMPTS", { message: "webhooks.tests.tooMany", values: { limit } });
  }
  const event = { businessId, type, objectId: null, sequence: 1, payload: examplePayloads[type] } as NewEvent;
  return db.$transaction(async (tx) => {
    const streams = await tx.webhookListener.count({
      where: { businessId, expiresAt: { gt: clock.now() }, id: { startsWith: "lsn_" } },
    });
    if (streams === 0) throw new AppError("CONFLICT", { message: "webhooks.tests.noStream" });
    await writeEvents(sqlOf(tx), [event], [], { isTest: true });
    return streams;
  });
}
