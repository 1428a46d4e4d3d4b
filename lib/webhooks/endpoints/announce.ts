import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { nameActor } from "@/lib/access/audit/name-actor";
import { lockBusiness } from "@/lib/access/businesses/lock";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock, seconds } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { nameOf } from "./endpoint";

/** Endpoints that are created within this time are one email. */
export const announcedAfterMs = seconds(30);

type Notified = { id: string; url: string; description: string };

/** Emails the owners that events now go to another place, and who did it. */
export async function mailUrlChange(tx: Transaction, by: Member | Caller, endpoint: Notified): Promise<void> {
  await mailOwners(tx, by.businessId, [{ ...endpoint, createdById: actorOf(by).userId }], "webhookUrlChanged");
}

const selectDue =
  "SELECT DISTINCT business_id AS id FROM webhook_endpoints WHERE announce_at <= $1 ORDER BY 1 LIMIT 100";

/** Emails the owners of each business about the endpoints that were created since the last time, deleted ones included. */
export async function announceEndpoints(): Promise<void> {
  for (const { id: businessId } of await sql<{ id: string }>(undefined, selectDue, [clock.now()])) {
    // One that fails is tried again, and does not keep the others waiting.
    await db
      .$transaction((tx) => announceNew(tx, businessId))
      .catch((error: Error) =>
        log.error({ business: businessId, reason: error.message }, "an email about new endpoints was not written"),
      );
  }
}

async function announceNew(tx: Transaction, businessId: string): Promise<void> {
  await lockBusiness(tx, businessId);
  const where = { businessId, announceAt: { not: null } };
  const select = { id: true, url: true, description: true, createdById: true } as const;
  const created = await tx.webhookEndpoint.findMany({ where, orderBy: { id: "asc" }, select });
  if (created.length === 0) return;
  await tx.webhookEndpoint.updateMany({ where, data: { announceAt: null } });
  await mailOwners(tx, businessId, created, created.length > 1 ? "webhooksCreated" : "webhookCreated");
}

type Kind = "webhookCreated" | "webhooksCreated" | "webhookUrlChanged";

type Made = Notified & { createdById: string };

async function mailOwners(tx: Transaction, businessId: string, made: readonly Made[], kind: Kind): Promise<void> {
  const select = { name: true, slug: true } as const;
  const business = await tx.business.findUniqueOrThrow({ where: { id: businessId }, select });
  const actors = await Promise.all([...new Set(made.map((one) => one.createdById))].map((id) => nameActor(tx, id)));
  const [first] = made;
  const actorId = made.every((one) => one.createdById === first?.createdById) ? first?.createdById : undefined;
  const path = `/console/${business.slug}/webhooks${made.length === 1 ? `/${first?.id}` : ""}`;
  for (const to of await listRecipients(tx, businessId, "business:transfer")) {
    const values = {
      actor: actors.map((nameIn) => nameIn(to.locale)).join(", "),
      business: business.name,
      host: made.map(nameOf).join(", "),
      count: made.length,
      link: `${env.url}${path}`,
    };
    await notify(tx, to, { kind, values, path, businessId, actorId });
  }
}
