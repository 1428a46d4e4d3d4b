import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import { sqlOf } from "@/lib/access/events/write-events";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { endPause } from "@/lib/webhooks/deliver/recover";
import { checkWebhooks, isBalanceHidden, requireBalanceScope } from "@/lib/webhooks/endpoints/authorize";
import type { WebhookReplayGetPayload } from "@/prisma/generated/models";
import { runBatch } from "./run";
import type { DeliveryFilter, ReplayRow, Selection } from "./schema";
import { clean, isMissing, isSelected, selectionValues } from "./selection";

/** Replays of one endpoint that are under way at the same time. */
const mostOpen = 10;

const countMissing = `SELECT count(*)::integer AS total FROM events e ${isMissing}`;

const countSelectedRows = `SELECT count(*)::integer AS total FROM webhook_deliveries WHERE ${isSelected}`;

const listMissingTypes = `SELECT DISTINCT e.type FROM events e ${isMissing}`;

const listTypes = `SELECT DISTINCT event_type AS type FROM webhook_deliveries WHERE ${isSelected} AND NOT is_test`;

/** How many deliveries a replay of this selection would send again. Throws NOT_FOUND for another business's endpoint. */
export async function countSelected(member: Member, endpointId: string, selection: Selection): Promise<number> {
  checkWebhooks(member, "webhooks:read");
  const where = { id: endpointId, businessId: member.businessId, deletedAt: null };
  if ((await db.webhookEndpoint.count({ where })) === 0) throw unknownEndpoint();
  const values = selectionValues(endpointId, selection, clock.now());
  return (await sql<{ total: number }>(undefined, countSelectedRows, values))[0]?.total ?? 0;
}

/**
 * Sends the first 200 at once. Returns the replay's id. Throws NOT_FOUND for another business's endpoint and where
 * nothing is selected, CONFLICT while it is paused, disabled or has ten open, and SCOPE_MISSING for events that the key
 * may not read.
 */
export async function createReplay(by: Member | Caller, endpointId: string, selection: Selection): Promise<string> {
  checkWebhooks(by, "webhooks:write");
  if (!isId("webhook", endpointId)) throw unknownEndpoint();
  const { businessId } = by;
  const createdById = actorOf(by).userId;
  const replayId = newId("replay");
  await db.$transaction(async (tx) => {
    // Locks the row: pausing waits, and of many requests at once each counts the others.
    await tx.$queryRaw`SELECT id FROM webhook_endpoints 
      WHERE id = ${endpointId} AND business_id = ${businessId} FOR NO KEY UPDATE`;
    const endpoint = await tx.webhookEndpoint.findFirst({
      where: { id: endpointId, businessId, deletedAt: null },
      select: { pausedAt: true, disabledAt: true },
    });
    if (!endpoint) throw unknownEndpoint();
    if (endpoint.pausedAt) throw new AppError("CONFLICT", { message: "webhooks.replays.paused" });
    if (endpoint.disabledAt) throw new AppError("CONFLICT", { message: "webhooks.replays.disabled" });
    const open = await tx.webhookReplay.count({ where: { endpointId, finishedAt: null, canceledAt: null } });
    if (open >= mostOpen) {
      throw new AppError("CONFLICT", { message: "webhooks.replays.tooMany", values: { most: mostOpen } });
    }
    const createdAt = clock.now();
    const values = selectionValues(endpointId, selection, createdAt);
    if (isBalanceHidden(by)) {
      const rows = await ("missing" in selection
        ? sqlOf(tx)<{ type: string }>(undefined, listMissingTypes, values.slice(0, 3))
        : sqlOf(tx)<{ type: string }>(undefined, listTypes, values));
      requireBalanceScope(
        by,
        rows.map(({ type }) => type),
      );
    }
    const [found] = await ("missing" in selection
      ? sqlOf(tx)<{ total: number }>(undefined, countMissing, values.slice(0, 3))
      : sqlOf(tx)<{ total: number }>(undefined, countSelectedRows, values));
    const total = found?.total ?? 0;
    if (total === 0) throw new AppError("NOT_FOUND", { message: "webhooks.replays.nothing" });
    const stored = JSON.parse(JSON.stringify(selection));
    const data = { id: replayId, endpointId, businessId, selection: stored, total, createdById, createdAt };
    await endPause(sqlOf(tx), endpointId);
    await tx.webhookReplay.create({ data, select: { id: true } });
    await recordAudit(tx, actorOf(by), {
      action: "webhook.replayed",
      subject: endpointId,
      after: describeSelection(selection, total),
    });
  });
  await runBatch(replayId);
  return replayId;
}

const unknownEndpoint = () => new AppError("NOT_FOUND", { message: "webhooks.replays.unknownEndpoint" });

function describeSelection(selection: Selection, deliveries: number): { [field: string]: string | number | null } {
  if ("ids" in selection) return { deliveries };
  const filter: DeliveryFilter = "missing" in selection ? selection.missing : selection.filter;
  const { state = null, type = null, q = null, from, to } = filter;
  return {
    deliveries,
    state,
    eventType: type,
    objectId: q && clean(q),
    eventsFrom: from?.toISOString() ?? null,
    eventsTo: to?.toISOString() ?? null,
  };
}

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

const replayColumns = {
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
    select: replayColumns,
    take: limit,
  });
  return rows.map(describeReplay);
}

/** One replay of an endpoint. Throws NOT_FOUND, also for another business's. */
export async function findReplay(by: Member | Caller, endpointId: string, id: string): Promise<ReplayRow> {
  checkWebhooks(by, "webhooks:read");
  const mayExist = isId("replay", id) && isId("webhook", endpointId);
  const where = { id, endpointId, businessId: by.businessId };
  const row = mayExist && (await db.webhookReplay.findFirst({ where, select: replayColumns }));
  if (!row) throw new AppError("NOT_FOUND", { message: "webhooks.replays.unknown" });
  return describeReplay(row);
}

function describeReplay(row: WebhookReplayGetPayload<{ select: typeof replayColumns }>): ReplayRow {
  const { canceledAt, finishedAt, endpoint, ...replay } = row;
  const isResting = endpoint.pausedAt !== null || endpoint.disabledAt !== null;
  const state = canceledAt ? "canceled" : finishedAt ? "finished" : isResting ? "waiting" : "running";
  return { ...replay, state };
}
