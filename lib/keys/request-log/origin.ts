import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import { can } from "@/lib/access/principals/roles";
import { usedHint, usedHintColumns } from "@/lib/access/principals/used-hint";
import { db } from "@/lib/platform/db";
import { findRejectedDetail, type Said } from "@/lib/speech/history/by-request";

/** Where a request came from and, if it failed, why: for the developer of the calling program. */
export type Origin = {
  code: string | null;
  /** The invalid field, if any, as long as the rejected request is stored. */
  field: string | null;
  /** What the response said, as long as the rejected request is stored. */
  said: Said | null;
  requestId: string | null;
  /** Null for roles that cannot see keys, and once a key of the playground is deleted. */
  key: { id: string; name: string; mode: KeyMode; hint: string | null; hasPage: boolean } | null;
};

type Sought = { keyId: string; keyHint: string | null; requestId: string | null; code: string | null };

export async function findOrigin(member: Member, { keyId, keyHint, requestId, code }: Sought): Promise<Origin> {
  requirePermission(member, "history:read");
  const where = { id: keyId, businessId: member.businessId };
  const select = { id: true, name: true, mode: true, kind: true, ...usedHintColumns } as const;
  const [rejected, found] = await Promise.all([
    requestId && code ? findRejectedDetail(member, requestId) : null,
    can(member.role, "keys:read") ? db.apiKey.findFirst({ where, select }) : null,
  ]);
  const { field = null, said = null } = rejected ?? {};
  if (!found) return { code, field, said, requestId, key: null };
  const { id, name, mode, kind } = found;
  const key = { id, name, mode, hint: usedHint({ keyHint }, found), hasPage: kind === "standard" };
  return { code, field, said, requestId, key };
}
