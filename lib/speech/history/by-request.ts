import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { isId, timeOf } from "@/lib/platform/ids";
import type { Prisma } from "@/prisma/generated/client";

// Searched by creation time, which has an index: an index on request IDs would slow down every call.
const jobOfRequest = `SELECT tracking_id AS "trackingId" FROM jobs
  WHERE business_id = $1 AND created_at BETWEEN $2 AND $3 AND request_id = $4`;

/** The tracking ID for a request ID of this business; null for any other text. */
export async function findTrackingId(member: Member, text: string): Promise<string | null> {
  requirePermission(member, "history:read");
  return findTrackingIdOf(member.businessId, text.trim());
}

/** As `findTrackingId`, for a reader who has been checked. */
export async function findTrackingIdOf(businessId: string, requestId: string): Promise<string | null> {
  if (!isId("request", requestId)) return null;
  const received = +timeOf(requestId);
  const [from, to] = [new Date(received - minutes(5)), new Date(received + hours(1))];
  const [job] = await sql<{ trackingId: string }>("find-of-request", jobOfRequest, [businessId, from, to, requestId]);
  return job?.trackingId ?? null;
}

/** How long rejected requests are found. */
export const rejectedRequestsKeptMs = days(30);

export type FoundRejection = {
  requestId: string;
  keyId: string;
  keyHint: string | null;
  code: string;
  detail: Prisma.JsonValue;
  method: string;
  path: string;
  /** 1, or 100 for a sampled one that stands for others like it. */
  standsFor: number;
  createdAt: Date;
};

/** A request that was rejected in the last 30 days. Null for another business's, for an accepted one, and for text that is no request ID. */
export async function findRejectedRequest(member: Member, text: string): Promise<FoundRejection | null> {
  requirePermission(member, "keys:read");
  return findRejection(member.businessId, text.trim());
}

/** As `findRejectedRequest`, for a reader who has been checked. */
export async function findRejection(businessId: string, requestId: string): Promise<FoundRejection | null> {
  if (!isId("request", requestId)) return null;
  const since = new Date(+clock.now() - rejectedRequestsKeptMs);
  return db.refusedRequest.findFirst({
    where: { requestId, businessId, createdAt: { gt: since } },
    select: {
      requestId: true,
      keyId: true,
      keyHint: true,
      code: true,
      detail: true,
      method: true,
      path: true,
      standsFor: true,
      createdAt: true,
    },
  });
}

/** The invalid field of a failed request of the business, and what the response said; null once it is not stored. */
export async function findRejectedDetail(
  { businessId }: Pick<Member, "businessId">,
  requestId: string,
): Promise<{ field: string | null; said: Said } | null> {
  const where = { requestId, businessId };
  const row = await db.refusedRequest.findFirst({ where, select: { code: true, detail: true } });
  return row && { field: fieldOf(row.detail), said: saidOf(row.code, row.detail) };
}

export function fieldOf(detail: unknown): string | null {
  const param = detail && typeof detail === "object" && "param" in detail ? detail.param : null;
  return typeof param === "string" ? param : null;
}

/** What the response said: the id of its message in the catalogues, and the values in it. */
export type Said = { id: string; values: Record<string, string | number> };

/** What the response to a rejected request said. Records of earlier releases know only the code. */
export function saidOf(code: string, detail: unknown): Said {
  const entries = Object.entries(detail ?? {}).filter(([, value]) => ["string", "number"].includes(typeof value));
  const { message, ...values } = Object.fromEntries(entries);
  return { id: typeof message === "string" ? message : `errors.${code}`, values };
}
