import "server-only";
import { OperatorError, recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { queueOf } from "@/lib/access/events/queue";
import { sqlOf } from "@/lib/access/events/write-events";
import { act } from "@/lib/operator/cli/act";
import { db } from "@/lib/platform/db";
import { startKinds, stopKinds } from "@/lib/platform/outbox/operate";
import { regionCodes } from "@/lib/platform/regions";

const kinds = regionCodes.map((region) => queueOf(region));

export const verbs = [
  act({
    usage: "stop",
    about: "no delivery begins from the next second on; events are kept",
    async run({ operator, reason }) {
      // Attempts that run go on to their end.
      await db.$transaction(async (tx) => {
        if ((await stopKinds(sqlOf(tx), kinds)) === 0) throw new OperatorError("Webhooks are stopped already.");
        await recordPlatformAct(tx, operator, { action: "webhooks.stopped", businessId: null, reason });
      });
      return { lines: ["No webhook is delivered until they are started."], data: { isStopped: true } };
    },
  }),
  act({
    usage: "start",
    about: "starts them again, with everything that is due",
    async run({ operator, reason }) {
      await db.$transaction(async (tx) => {
        if ((await startKinds(sqlOf(tx), kinds)) === 0) throw new OperatorError("Webhooks are not stopped.");
        await recordPlatformAct(tx, operator, { action: "webhooks.started", businessId: null, reason });
      });
      return { lines: ["Webhooks are delivered."], data: { isStopped: false } };
    },
  }),
];
