import "server-only";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import { db } from "@/lib/platform/db";
import { listAudit } from "./list";
import { loadNames } from "./names";
import type { auditRequestSchema, auditResponseSchema } from "./schema";

type Query = z.output<typeof auditRequestSchema>;

/** The log as the API returns it, the newest first. Throws SCOPE_MISSING, and INVALID_REQUEST for an invalid cursor. */
export async function answerAudit(
  caller: Caller,
  { actor, action, from, to, limit, cursor }: Query,
): Promise<z.input<typeof auditResponseSchema>> {
  const { entries, next } = await listAudit(caller, { cursor, limit, filter: { person: actor, action, from, to } });
  const keys = await db.apiKey.findMany({
    where: { id: { in: entries.map(({ actorId }) => actorId) }, businessId: caller.businessId },
    select: { id: true, serviceAccountId: true },
  });
  const accounts = new Map(keys.map(({ id, serviceAccountId }) => [id, serviceAccountId]));
  const names = await loadNames(caller, entries);
  const events = entries.map(({ sequence, at, action, actorId, subject, before, after, ip, userAgent, digest }) => ({
    sequence: Number(sequence),
    at: at.toISOString(),
    action,
    actorId,
    actorName: names.get(actorId) ?? null,
    serviceAccountId: accounts.get(actorId) ?? null,
    subject,
    before: asRecord(before),
    after: asRecord(after),
    ip,
    userAgent,
    digest,
  }));
  return { events, next };
}

/** A side of a change is an object in every entry of ours. */
const asRecord = (side: unknown): Record<string, unknown> | null =>
  side !== null && typeof side === "object" && !Array.isArray(side) ? (side as Record<string, unknown>) : null;
