import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { type Member, requirePermission } from "@/lib/principals/member";

/**
 * Ends a replay; what it has sent again so far is still delivered. One that has ended stays as it is. Throws NOT_FOUND for
 * another business's replay.
 */
export async function cancelReplay(member: Member, id: string): Promise<void> {
  requirePermission(member, "webhooks:write");
  const { businessId } = member;
  await db.$transaction(async (tx) => {
    const [canceled] = await tx.webhookReplay.updateManyAndReturn({
      where: { id, businessId, finishedAt: null, canceledAt: null },
      data: { canceledAt: clock.now() },
      select: { endpointId: true, done: true, total: true },
    });
    if (!canceled) {
      if ((await tx.webhookReplay.count({ where: { id, businessId } })) > 0) return;
      throw new AppError("NOT_FOUND", { message: "webhooks.replays.unknown" });
    }
    const { endpointId, done, total } = canceled;
    const after = { deliveries: done, matched: total };
    await recordAudit(tx, member, { action: "webhook.replay_canceled", subject: endpointId, after });
  });
}
