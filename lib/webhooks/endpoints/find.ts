import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { checkWebhooks, unknownEndpoint } from "./check";
import { columns, describeEndpoint, type Endpoint } from "./describe";

/** Throws NOT_FOUND for an endpoint that is deleted, as for another business's and for one that never existed. */
export async function getEndpoint(by: Member | Caller, id: string): Promise<Endpoint> {
  checkWebhooks(by, "webhooks:read");
  // A NUL in a URL would otherwise be a database error.
  if (!isId("webhook", id)) throw unknownEndpoint();
  const row = await db.webhookEndpoint.findFirst({
    where: { id, businessId: by.businessId, deletedAt: null },
    select: columns,
  });
  if (!row) throw unknownEndpoint();
  return describeEndpoint(row);
}
