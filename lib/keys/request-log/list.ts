import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import { usedHint, usedHintColumns } from "@/lib/access/principals/used-hint";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { fieldOf, rejectedRequestsKeptMs, type Said, saidOf } from "@/lib/speech/history/by-request";

export type RejectedRequest = {
  requestId: string;
  code: string;
  method: string;
  path: string;
  createdAt: Date;
  /** The invalid field, if there was one. */
  field: string | null;
  said: Said;
  keyName: string;
  keyHint: string | null;
  keyMode: KeyMode;
};

const shown = 10;

/** The last ten rejected requests of the business's keys, within 30 days, the newest first. */
export async function listRejected(member: Member): Promise<RejectedRequest[]> {
  requirePermission(member, "keys:read");
  const { businessId } = member;
  const rows = await db.refusedRequest.findMany({
    where: { businessId, createdAt: { gt: new Date(+clock.now() - rejectedRequestsKeptMs) } },
    orderBy: [{ createdAt: "desc" }, { requestId: "desc" }],
    select: {
      requestId: true,
      code: true,
      method: true,
      path: true,
      createdAt: true,
      detail: true,
      keyId: true,
      keyHint: true,
    },
    take: shown,
  });
  const keys = await db.apiKey.findMany({
    where: { businessId, id: { in: rows.map(({ keyId }) => keyId) } },
    select: { id: true, name: true, mode: true, ...usedHintColumns },
  });
  return rows.map(({ keyId, keyHint, detail, ...row }) => {
    const key = keys.find(({ id }) => id === keyId);
    return {
      ...row,
      field: fieldOf(detail),
      said: saidOf(row.code, detail),
      keyName: key?.name ?? "",
      keyHint: key ? usedHint({ keyHint }, key) : keyHint,
      keyMode: key?.mode ?? "live",
    };
  });
}
