import "server-only";
import { OperatorError, recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { queueOf } from "@/lib/access/events/queue";
import { sqlOf } from "@/lib/access/events/write-events";
import type { Operator } from "@/lib/access/principals/operator";
import { act } from "@/lib/operator/cli/act";
import { db } from "@/lib/platform/db";
import { startKinds, stopKinds } from "@/lib/platform/outbox/operate";
import { regionCodes } from "@/lib/platform/regions";

export const verbs = [
  act({
    usage: "stop",
    about: "no delivery begins from the next second on; events are kept",
    async run({ operator, reason }) {
      await stopWebhooks(operator, reason);
      return { lines: ["No webhook is delivered until they are started."], data: { isStopped: true } };
    },
  }),
  act({
    usage: "start",
    about: "starts them again, with everything that is due",
    async run({ operator, reason }) {
      await startWebhooks(operator, reason);
      return { lines: ["Webhooks are delivered."], data: { isStopped: false } };
    },
  }),
];

const kinds = regionCodes.map((region) => queueOf(region));

/** Stops all deliveries of webhooks within seconds; attempts that run go on to their end. Events are kept meanwhile. */
async function stopWebhooks(operator: Operator, reason: string): Promise<void> {
  await db.$transaction(async (tx) => {
    if ((await stopKinds(sqlOf(tx), kinds)) === 0) throw new OperatorError("Webhooks are stopped already.");
    await recordPlatformAct(tx, operator, { action: "webhooks.stopped", businessId: null, reason });
  });
}

/** Starts them again, with everything that is due. */
async function startWebhooks(operator: Operator, reason: string): Promise<void> {
  await db.$transaction(async (tx) => {
    if ((await startKinds(sqlOf(tx), kinds)) === 0) throw new OperatorError("Webhooks are not stopped.");
    await recordPlatformAct(tx, operator, { action: "webhooks.started", businessId: null, reason });
  });
}
