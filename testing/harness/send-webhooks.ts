import { env } from "@/lib/platform/env";
import { openGuard } from "@/lib/platform/net/guarded-connect";
import { slotCount } from "@/lib/webhooks/deliver/claim";
import { openConnections } from "@/lib/webhooks/deliver/connections";
import { Dispatcher } from "@/lib/webhooks/deliver/dispatcher";

/** Attempts the webhooks that are due as a worker alone does, until none is. Returns how many were found. */
export async function sendWebhooks(): Promise<number> {
  const connections = openConnections(openGuard({ isLocal: env.isSingleMachine }));
  const all = Array.from({ length: slotCount }, (_, slot) => slot);
  const dispatcher = new Dispatcher({ connections, region: env.VANG_REGION, slots: () => all });
  let count = 0;
  for (let found = -1; found !== 0; count += found) {
    found = await dispatcher.look();
    await dispatcher.idle();
  }
  await connections.close();
  return count;
}
