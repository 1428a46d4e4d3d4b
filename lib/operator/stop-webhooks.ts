import "server-only";
import { OperatorError, recordPlatformAct } from "@/lib/audit/platform-acts";
import { db } from "@/lib/db";
import { queueOf } from "@/lib/events/queue";
import { sqlOf } from "@/lib/events/write-events";
import { startKinds, stopKinds } from "@/lib/outbox/pause";
import type { Operator } from "@/lib/principals/operator";
import { regionCodes } from "@/lib/regions";

const kinds = regionCodes.map((region) => queueOf(region).name);

/** Stops all deliveries of webhooks within seconds; attempts that run go on to their end. Events are kept meanwhile. */
export async function stopWebhooks(operator: Operator, reason: string): Promise<void> {
  await db.$transaction(async (tx) => {
    if ((await stopKinds(sqlOf(tx), kinds)) === 0) throw new OperatorError("Webhooks are stopped already.");
    await recordPlatformAct(tx, operator, { action: "webhooks.stopped", businessId: null, reason });
  });
}

/** Starts them again, with everything that is due. */
export async function startWebhooks(operator: Operator, reason: string): Promise<void> {
  await db.$transaction(async (tx) => {
    if ((await startKinds(sqlOf(tx), kinds)) === 0) throw new OperatorError("Webhooks are not stopped.");
    await recordPlatformAct(tx, operator, { action: "webhooks.started", businessId: null, reason });
  });
}
