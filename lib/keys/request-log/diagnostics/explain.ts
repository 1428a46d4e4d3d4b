import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { isOpen } from "@/lib/keys/status";
import { db } from "@/lib/platform/db";
import { isInNetworks, parseAddress, parseNetwork } from "@/lib/platform/net/networks";
import type { FoundRejection } from "@/lib/speech/history/by-request";
import type { Diagnosis, Fix, NamedKey, RejectedCall } from "./diagnosis";
import { findUsed } from "./keys";

/** The key's setting that each rule reads, as the audit log names it. */
const settings: Record<string, string> = {
  IP_NOT_ALLOWED: "allowedAddresses",
  SCOPE_MISSING: "scopes",
  RATE_LIMITED_KEY: "requestsPerMinute",
  CONCURRENCY_LIMITED_KEY: "concurrentCalls",
  SPEND_CAP_REACHED: "monthlyCapMilli",
};

/** An error with its rule, since when the rule applies, whether it still does, and what can be done. */
export async function explain(member: Member, rejected: FoundRejection): Promise<Diagnosis> {
  const key = await findUsed(member, rejected);
  if (!key) return { kind: "unknown" };
  const { reason, since, ...values } = detailOf(rejected);
  const isFixed = await findFixed(rejected.code, String(reason ?? ""), values, key);
  return {
    kind: "refused",
    requestId: rejected.requestId,
    at: rejected.createdAt,
    method: rejected.method,
    path: rejected.path,
    code: rejected.code,
    reason: reason === undefined ? null : String(reason),
    since: since === undefined ? await findSetSince(member, rejected) : new Date(since),
    values,
    key,
    isFixed,
    fix: isFixed ? "none" : fixOf(rejected.code, key, values),
  };
}

function detailOf({ detail }: FoundRejection): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(detail ?? {})) {
    // The previous release recorded the limit as `most`; its records are kept for 30 days.
    if (typeof value === "string" || typeof value === "number") values[name === "most" ? "limit" : name] = value;
  }
  return values;
}

function fixOf(code: string, key: NamedKey, { address }: RejectedCall["values"]): Fix {
  if (!isOpen(key.status)) return key.status === "expired" ? "edit-key" : "another-key";
  if (code === "IP_NOT_ALLOWED" && parseAddress(String(address ?? ""))) return "allow-address";
  return code in settings ? "edit-key" : "none";
}

async function findFixed(code: string, reason: string, values: RejectedCall["values"], { id, status }: NamedKey) {
  if (code === "KEY_INVALID") return reason === "expired" && isOpen(status);
  if (code !== "IP_NOT_ALLOWED" && code !== "SCOPE_MISSING") return null;
  const { scopes, allowedAddresses } = await db.apiKey.findUniqueOrThrow({
    where: { id },
    select: { scopes: true, allowedAddresses: true },
  });
  if (code === "SCOPE_MISSING") return scopes.includes(String(values.scope));
  const address = parseAddress(String(values.address ?? ""));
  return allowedAddresses.length === 0 || Boolean(address && isInNetworks(address, allowedAddresses.map(parseNetwork)));
}

/** When the rule's setting got the value that it had at the error. */
async function findSetSince({ businessId }: Member, rejected: FoundRejection): Promise<Date | null> {
  const setting = settings[rejected.code];
  if (!setting) return null;
  const [found] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT max(at) AS at FROM audit_events
    WHERE business_id = ${businessId} AND subject = ${rejected.keyId} AND at <= ${rejected.createdAt}
      AND jsonb_exists(after, ${setting})`;
  return found?.at ?? null;
}
