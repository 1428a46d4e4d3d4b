import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { checkWebhooks } from "@/lib/webhooks/endpoints/check";
import type { WebhookReplayGetPayload } from "@/prisma/generated/models";
import type { ReplayRow } from "./schema";

const shown = {
  id: true,
  total: true,
  done: true,
  createdAt: true,
  canceledAt: true,
  finishedAt: true,
  endpoint: { select: { pausedAt: true, disabledAt: true } },
} as const;

/** An endpoint's newest replays; none for another business's endpoint. */
export async function listReplays(by: Member | Caller, endpointId: string, limit = 10): Promise<ReplayRow[]> {
  checkWebhooks(by, "webhooks:read");
  const rows = await db.webhookReplay.findMany({
    where: { endpointId, businessId: by.businessId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: shown,
    take: limit,
  });
  return rows.map(describeReplay);
}

/** One replay of an endpoint. Throws NOT_FOUND, also for another business's. */
export async function findReplay(by: Member | Caller, endpointId: string, id: string): Promise<ReplayRow> {
  checkWebhooks(by, "webhooks:read");
  const mayExist = isId("replay", id) && isId("webhook", endpointId);
  const where = { id, endpointId, businessId: by.businessId };
  const row = mayExist && (await db.webhookReplay.findFirst({ where, select: shown }));
  if (!row) throw new AppError("NOT_FOUND", { message: "webhooks.replays.unknown" });
  return describeReplay(row);
}

const describeReplay = ({
  canceledAt,
  finishedAt,
  endpoint,
  ...row
}: WebhookReplayGetPayload<{ select: typeof shown }>): ReplayRow => ({
  ...row,
  state: stateOf(canceledAt, finishedAt, endpoint),
});

function stateOf(
  canceledAt: Date | null,
  finishedAt: Date | null,
  { pausedAt, disabledAt }: { pausedAt: Date | null; disabledAt: Date | null },
): ReplayRow["state"] {
  if (canceledAt) return "canceled";
  if (finishedAt) return "finished";
  return pausedAt || disabledAt ? "waiting" : "running";
}
