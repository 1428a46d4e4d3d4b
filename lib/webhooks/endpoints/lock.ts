import "server-only";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { unknownEndpoint } from "./check";
import { columns, type EndpointRow } from "./describe";

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
    select: columns,
  });
  if (!row) throw unknownEndpoint();
  return row;
}
