import "server-only";
import { type Member, requirePermission } from "@/lib/businesses/member";
import { clock, minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { NewKey } from "./schema";
import { offeredScopes } from "./scopes";
import { fingerprint, mintSecret } from "./secret";

export const liveKeysPerBusiness = 50;

/** How long the playground may speak before it asks for another key. */
const playgroundKeyMs = minutes(30);

const summary = {
  id: true,
  name: true,
  hint: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
  revokedAt: true,
} as const;

export type KeySummary = {
  id: string;
  name: string;
  /** The key's last four characters. */
  hint: string;
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** The secret leaves the server once, in this return value. */
export async function createKey(member: Member, input: NewKey): Promise<KeySummary & { secret: string }> {
  requirePermission(member, "keys:write");

  // Two clicks at once may slip past this count. It limits clutter, not access.
  const where = { businessId: member.businessId, kind: "standard", revokedAt: null } as const;
  if ((await db.apiKey.count({ where })) >= liveKeysPerBusiness) {
    throw new Refusal("CONFLICT", { message: "keys.tooMany", values: { max: liveKeysPerBusiness } });
  }
  const secret = mintSecret();
  const key = await db.apiKey.create({
    data: {
      id: newId("key"),
      businessId: member.businessId,
      createdById: member.userId,
      name: input.name,
      scopes: input.scopes,
      hint: secret.slice(-4),
      ...fingerprint(secret),
    },
    select: summary,
  });
  return { ...key, secret };
}

/** Live keys first, then revoked ones; newest first. */
export async function listKeys(member: Member): Promise<KeySummary[]> {
  requirePermission(member, "keys:read");
  return db.apiKey.findMany({
    where: { businessId: member.businessId, kind: "standard" },
    orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }],
    select: summary,
    take: 200,
  });
}

/** Takes effect for the next request: verification reads the row, and nothing caches a yes. */
export async function revokeKey(member: Member, id: string): Promise<void> {
  requirePermission(member, "keys:write");
  const { count } = await db.apiKey.updateMany({
    where: { id, businessId: member.businessId, kind: "standard", revokedAt: null },
    data: { revokedAt: clock.now() },
  });
  if (count === 0) throw new Refusal("NOT_FOUND", { message: "keys.unknown" });
}

/** A key for one visit to the playground: unlisted, and dead after 30 minutes. */
export async function createPlaygroundKey(member: Member): Promise<{ secret: string; expiresAt: Date }> {
  requirePermission(member, "speech:use");
  const secret = mintSecret();
  const expiresAt = new Date(clock.now().getTime() + playgroundKeyMs);
  await db.apiKey.create({
    data: {
      id: newId("key"),
      businessId: member.businessId,
      createdById: member.userId,
      kind: "playground",
      name: "Playground",
      scopes: [...offeredScopes],
      hint: secret.slice(-4),
      expiresAt,
      ...fingerprint(secret),
    },
  });
  return { secret, expiresAt };
}
