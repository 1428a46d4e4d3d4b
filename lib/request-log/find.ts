import "server-only";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { isId } from "@/lib/ids";
import { type Member, requirePermission } from "@/lib/principals/member";
import type { Prisma } from "@/prisma/generated/client";
import { refusalsKeptMs } from "./record";

export type FoundRefusal = {
  requestId: string;
  keyId: string;
  code: string;
  detail: Prisma.JsonValue;
  method: string;
  path: string;
  /** 1, or 100 for one of many alike of which the others were not kept. */
  standsFor: number;
  createdAt: Date;
};

/**
 * A refused call of this business by its request id, for 30 days. Null for anything else: another business's, one that
 * was not refused, or text that is no request id.
 */
export async function findRefusal(member: Member, text: string): Promise<FoundRefusal | null> {
  requirePermission(member, "keys:read");
  const requestId = text.trim();
  if (!isId("request", requestId)) return null;
  const since = new Date(+clock.now() - refusalsKeptMs);
  return db.refusedRequest.findFirst({
    where: { requestId, businessId: member.businessId, createdAt: { gt: since } },
    select: {
      requestId: true,
      keyId: true,
      code: true,
      detail: true,
      method: true,
      path: true,
      standsFor: true,
      createdAt: true,
    },
  });
}
