import "server-only";
import { db } from "@/lib/db";
import type { JobDetail } from "@/lib/history/list";
import { type Member, requirePermission } from "@/lib/principals/member";
import { can } from "@/lib/principals/roles";
import { findRejectedField } from "@/lib/request-log/list";

/** Why a job failed, for the developer of the calling program. */
export type Failure = {
  code: string | null;
  /** The invalid field, if any, as long as the rejected request is stored. */
  field: string | null;
  requestId: string | null;
  /** Null for roles that cannot see keys. */
  key: { id: string; name: string; hint: string; hasPage: boolean } | null;
};

/** Null for a job that did not fail. */
export async function findFailure(member: Member, job: JobDetail): Promise<Failure | null> {
  requirePermission(member, "history:read");
  if (job.status !== "failed") return null;
  const { resultCode: code, requestId, keyId } = job;
  const where = { id: keyId, businessId: member.businessId };
  const select = { id: true, name: true, hint: true, kind: true } as const;
  const [field, found] = await Promise.all([
    requestId ? findRejectedField(member, requestId) : null,
    can(member.role, "keys:read") ? db.apiKey.findFirst({ where, select }) : null,
  ]);
  if (!found) return { code, field, requestId, key: null };
  const { kind, ...key } = found;
  return { code, field, requestId, key: { ...key, hasPage: kind === "standard" } };
}
