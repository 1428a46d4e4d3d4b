import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { rejectedRequestsKeptMs } from "@/lib/keys/request-log/record";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import type { Prisma } from "@/prisma/generated/client";

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

/** For 30 days. Null for another business's, for an accepted request, and for text that is no request id. */
export async function findRejectedRequest(member: Member, text: string): Promise<FoundRejection | null> {
  requirePermission(member, "keys:read");
  return findRejection(member.businessId, text.trim());
}

/** The same for a reader who has been checked. */
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
