import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { checkWebhooks } from "./check";
import { columns, describeEndpoint, type Endpoint } from "./describe";

export async function listEndpoints(by: Member | Caller): Promise<Endpoint[]> {
  checkWebhooks(by, "webhooks:read");
  const rows = await db.webhookEndpoint.findMany({
    where: { businessId: by.businessId, deletedAt: null },
    orderBy: { id: "desc" },
    select: columns,
  });
  return rows.map(describeEndpoint);
}
