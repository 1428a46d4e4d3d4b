import "server-only";
import { db } from "@/lib/db";
import type { Caller } from "@/lib/principals/caller";
import type { Member } from "@/lib/principals/member";
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
