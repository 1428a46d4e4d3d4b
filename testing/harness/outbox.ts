import { randomUUID } from "node:crypto";
import { env } from "@/lib/env";
import { emailKind } from "@/lib/mail/post";
import { claim } from "@/lib/outbox/claim";
import { deliver } from "@/lib/outbox/deliver";
import type { AnyKind } from "@/lib/outbox/kind";
import { openGuard } from "@/lib/webhooks/deliver/connect";
import { openConnections } from "@/lib/webhooks/deliver/connections";
import { openDispatcher } from "@/lib/webhooks/deliver/dispatcher";
import { slotCount } from "@/lib/webhooks/deliver/find-due";

/** Delivers what is due of a kind as a worker does, until nothing is. Returns how many deliveries that took. */
export async function drain(kind: AnyKind): Promise<number> {
  const owner = randomUUID();
  let count = 0;
  while (true) {
    const claimed = await claim(kind, { owner, limit: kind.maxInFlight, after: "" });
    if (claimed.length === 0) return count;
    await Promise.all(claimed.map((message) => deliver(kind, owner, message)));
    count += claimed.length;
  }
}

export const sendMails = (): Promise<number> => drain(emailKind);

/** Attempts the webhooks that are due as a worker alone does, until none is. Returns how many were found. */
export async function sendWebhooks(): Promise<number> {
  const connections = openConnections(openGuard({ isLocal: env.isSingleMachine }));
  const all = Array.from({ length: slotCount }, (_, slot) => slot);
  const dispatcher = openDispatcher({ connections, region: env.VANG_REGION, slots: () => all });
  let count = 0;
  for (let found = -1; found !== 0; count += found) {
    found = await dispatcher.look();
    await dispatcher.idle();
  }
  await connections.close();
  return count;
}
