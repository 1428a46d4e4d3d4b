import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import { usedHint, usedHintColumns } from "@/lib/access/principals/used-hint";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { rejectedRequestsKeptMs } from "./record";

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

const recent = () => new Date(+clock.now() - rejectedRequestsKeptMs);

/** The last ten rejected requests of the business's keys, within 30 days, the newest first. */
export async function listRejected(member: Member): Promise<RejectedRequest[]> {
  requirePermission(member, "keys:read");
  const { businessId } = member;
  const rows = await db.refusedRequest.findMany({
    where: { businessId, createdAt: { gt: recent() } },
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
