import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { checkWebhooks } from "@/lib/webhooks/endpoints/check";

/** What it sent so far is still delivered. An ended one stays as it is. Throws NOT_FOUND for another business's. */
export async function cancelReplay(by: Member | Caller, id: string, endpointId?: string): Promise<void> {
  checkWebhooks(by, "webhooks:write");
  const { businessId } = by;
  await db.$transaction(async (tx) => {
    const [canceled] = await tx.webhookReplay.updateManyAndReturn({
      where: { id, businessId, endpointId, finishedAt: null, canceledAt: null },
      data: { canceledAt: clock.now() },
      select: { endpointId: true, done: true, total: true },
    });
    if (!canceled) {
      if ((await tx.webhookReplay.count({ where: { id, businessId, endpointId } })) > 0) return;
      throw new AppError("NOT_FOUND", { message: "webhooks.replays.unknown" });
    }
    const { done, total } = canceled;
    const after = { deliveries: done, matched: total };
    await recordAudit(tx, actorOf(by), { action: "webhook.replay_canceled", subject: canceled.endpointId, after });
  });
}
