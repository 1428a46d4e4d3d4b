import "server-only";
import { db } from "@/lib/db";
import { type Member, requirePermission } from "@/lib/principals/member";
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
export async function listReplays(member: Member, endpointId: string, limit = 10): Promise<ReplayRow[]> {
  requirePermission(member, "webhooks:read");
  const rows = await db.webhookReplay.findMany({
    where: { endpointId, businessId: member.businessId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: shown,
    take: limit,
  });
  return rows.map(({ canceledAt, finishedAt, endpoint, ...row }) => ({
    ...row,
    state: stateOf(canceledAt, finishedAt, endpoint),
  }));
}

function stateOf(
  canceledAt: Date | null,
  finishedAt: Date | null,
  { pausedAt, disabledAt }: { pausedAt: Date | null; disabledAt: Date | null },
): ReplayRow["state"] {
  if (canceledAt) return "canceled";
  if (finishedAt) return "finished";
  return pausedAt || disabledAt ? "waiting" : "running";
}
