import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import { sqlOf } from "@/lib/access/events/write-events";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { endPause } from "@/lib/webhooks/deliver/recover";
import { cancelDeliveries } from "./cancel-deliveries";
import { checkWebhooks } from "./check";
import { describeEndpoint, type Endpoint, endpointColumns } from "./describe";
import { lockEndpoint } from "./find";

/** Stops deliveries. What waits, and what happens meanwhile, is kept and can be replayed. */
export async function pauseEndpoint(by: Member | Caller, id: string): Promise<Endpoint> {
  checkWebhooks(by, "webhooks:write");
  return db.$transaction((tx) => pauseIn(tx, by, id));
}

export async function pauseIn(tx: Transaction, by: Member | Caller, id: string): Promise<Endpoint> {
  const before = await lockEndpoint(tx, by, id);
  if (before.pausedAt) return describeEndpoint(before);
  const after = await tx.webhookEndpoint.update({
    where: { id },
    data: { pausedAt: clock.now() },
    select: endpointColumns,
  });
  await cancelDeliveries(sqlOf(tx), id, { isKept: true });
  await recordAudit(tx, actorOf(by), { action: "webhook.paused", subject: id });
  return describeEndpoint(after);
}

/** Also enables a disabled endpoint. What was kept waits for a replay, and failures count from the start. */
export async function resumeEndpoint(by: Member | Caller, id: string): Promise<Endpoint> {
  checkWebhooks(by, "webhooks:write");
  return db.$transaction((tx) => resumeIn(tx, by, id));
}

export async function resumeIn(tx: Transaction, by: Member | Caller, id: string): Promise<Endpoint> {
  const before = await lockEndpoint(tx, by, id);
  const { pausedAt, disabledAt, disabledReason } = before;
  await endPause(sqlOf(tx), id);
  if (!pausedAt && !disabledAt) return describeEndpoint(before);
  const data = { pausedAt: null, disabledAt: null, disabledReason: null };
  const counts = { failures: 0, failingSince: null, failingDeliveries: [], noticesSent: 0 };
  const after = await tx.webhookEndpoint.update({
    where: { id },
    data: { ...data, ...counts },
    select: endpointColumns,
  });
  const was = { paused: pausedAt !== null, disabledReason };
  await recordAudit(tx, actorOf(by), { action: "webhook.resumed", subject: id, before: was });
  return describeEndpoint(after);
}
