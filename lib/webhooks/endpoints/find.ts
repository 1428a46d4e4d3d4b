import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { checkWebhooks, unknownEndpoint } from "./check";
import { describeEndpoint, type Endpoint, type EndpointRow, endpointColumns } from "./describe";

/** Throws NOT_FOUND for an endpoint that is deleted, as for another business's and for one that never existed. */
export async function getEndpoint(by: Member | Caller, id: string): Promise<Endpoint> {
  checkWebhooks(by, "webhooks:read");
  // A NUL in a URL would otherwise be a database error.
  if (!isId("webhook", id)) throw unknownEndpoint();
  const row = await db.webhookEndpoint.findFirst({
    where: { id, businessId: by.businessId, deletedAt: null },
    select: endpointColumns,
  });
  if (!row) throw unknownEndpoint();
  return describeEndpoint(row);
}

export async function listEndpoints(by: Member | Caller): Promise<Endpoint[]> {
  checkWebhooks(by, "webhooks:read");
  const rows = await db.webhookEndpoint.findMany({
    where: { businessId: by.businessId, deletedAt: null },
    orderBy: { id: "desc" },
    select: endpointColumns,
  });
  return rows.map(describeEndpoint);
}

/** Locks an endpoint, so that what it was "before" is what the change replaces. Throws NOT_FOUND as `getEndpoint` does. */
export async function lockEndpoint(
  tx: Transaction,
  { businessId }: { businessId: string },
  id: string,
): Promise<EndpointRow> {
  if (!isId("webhook", id)) throw unknownEndpoint();
  const [row] = await tx.webhookEndpoint.updateManyAndReturn({
    where: { id, businessId, deletedAt: null },
    data: { updatedAt: clock.now() },
    select: endpointColumns,
  });
  if (!row) throw unknownEndpoint();
  return row;
}
