import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { type Change, recordAudit } from "@/lib/access/audit/record";
import { sqlOf } from "@/lib/access/events/write-events";
import type { Caller } from "@/lib/access/principals/caller";
import type { InBusiness, Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { requireVersion } from "./answer";
import { cancelDeliveries } from "./cancel-deliveries";
import { checkWebhooks } from "./check";
import { eraseAnswer } from "./create-once";
import { auditView, describeEndpoint } from "./describe";
import { lockEndpoint } from "./find";

/** Nothing is sent afterwards. Its secrets and its header value are erased; its log stays for its 30 days. */
export async function deleteEndpoint(by: Member | Caller, id: string, ifMatch?: string): Promise<void> {
  await db.$transaction(async (tx) => recordAudit(tx, actorOf(by), await endEndpoint(tx, by, id, ifMatch)));
}

/** Returns what the audit log is to record. */
export async function endEndpoint(
  tx: Transaction,
  by: InBusiness | Caller,
  id: string,
  ifMatch?: string,
): Promise<Change> {
  checkWebhooks(by, "webhooks:write");
  const row = await lockEndpoint(tx, by, id);
  requireVersion(describeEndpoint(row), ifMatch);
  const deletedAt = clock.now();
  await tx.webhookEndpoint.update({
    where: { id },
    data: { deletedAt, encryptedHeaderValue: null },
    select: { id: true },
  });
  await tx.webhookSecret.deleteMany({ where: { endpointId: id } });
  await eraseAnswer(tx, id);
  await cancelDeliveries(sqlOf(tx), id, { isKept: false });
  await tx.webhookReplay.updateMany({
    where: { endpointId: id, finishedAt: null, canceledAt: null },
    data: { canceledAt: deletedAt },
  });
  return { action: "webhook.deleted", subject: id, before: auditView(row) };
}
