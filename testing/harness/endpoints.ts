import type { Member } from "@/lib/access/principals/member";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { announcedAfterMs, announceEndpoints } from "@/lib/webhooks/endpoints/announce";
import { type NewEndpoint, newEndpointSchema } from "@/lib/webhooks/endpoints/schema";
import { decryptSecret } from "@/lib/webhooks/endpoints/secrets";
import { makeCaller } from "@/prisma/factories";

/** Sends the emails about endpoints that were created. */
export async function announce() {
  clock.advance(announcedAfterMs);
  await announceEndpoints();
}

export const header = { type: "header", name: "X-Hook-Token", value: "s3cret value" } as const;

/** What a member types for a new endpoint. */
export const settings = (options: Partial<NewEndpoint> = {}): NewEndpoint =>
  newEndpointSchema.parse({
    url: "http://127.0.0.1:4000/hook",
    events: ["webhook.test"],
    security: header,
    ...options,
  });

/** A key that manages endpoints. */
export const manager = (businessId?: string) => makeCaller({ scopes: ["webhooks:manage"], businessId });

/** The same member with a proof of identity that is too old. */
export const stale = (member: Member): Member => ({ ...member, freshAt: new Date(+clock.now() - minutes(6)) });

export const auditOf = (businessId: string) =>
  db.auditEvent.findMany({
    where: { businessId },
    orderBy: { sequence: "asc" },
    select: { action: true, before: true, after: true },
  });

export const secretsOf = async (endpointId: string) => {
  const rows = await db.webhookSecret.findMany({ where: { endpointId }, orderBy: { id: "asc" } });
  return rows.map(({ id, encryptedSecret, expiresAt }) => ({ secret: decryptSecret(id, encryptedSecret), expiresAt }));
};
