import "server-only";
import { db } from "@/lib/db";
import { isOpen } from "@/lib/keys/status";
import { isInNetworks, parseAddress, parseNetwork } from "@/lib/networks";
import type { Member } from "@/lib/principals/member";
import type { FoundRefusal } from "@/lib/request-log/find";
import type { Diagnosis, Fix, NamedKey, RefusedCall } from "./diagnosis";
import { findNamed } from "./keys";

/** The key's setting that each rule reads, as the audit log names it. */
const settings: Record<string, string> = {
  IP_NOT_ALLOWED: "allowedAddresses",
  SCOPE_MISSING: "scopes",
  RATE_LIMITED_KEY: "requestsPerMinute",
  CONCURRENCY_LIMITED_KEY: "concurrentCalls",
  SPEND_CAP_REACHED: "monthlyCapMilli",
};

/** A refusal with its rule, since when that is so, whether it still is, and what can be done. */
export async function explain(member: Member, refusal: FoundRefusal): Promise<Diagnosis> {
  const key = await findNamed(member, refusal.keyId);
  if (!key) return { kind: "unknown" };
  const { reason, since, ...values } = detailOf(refusal);
  const isFixed = await findFixed(refusal.code, String(reason ?? ""), values, key);
  return {
    kind: "refused",
    requestId: refusal.requestId,
    at: refusal.createdAt,
    method: refusal.method,
    path: refusal.path,
    code: refusal.code,
    reason: reason === undefined ? null : String(reason),
    since: since === undefined ? await findSetSince(member, refusal) : new Date(since),
    values,
    key,
    isFixed,
    fix: isFixed ? "none" : fixOf(refusal.code, key, values),
  };
}

function detailOf({ detail }: FoundRefusal): Record<string, string | number> {
  const told: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(detail ?? {})) {
    if (typeof value === "string" || typeof value === "number") told[name] = value;
  }
  return told;
}

function fixOf(code: string, key: NamedKey, { address }: RefusedCall["values"]): Fix {
  if (!isOpen(key.status)) return key.status === "expired" ? "edit-key" : "another-key";
  if (code === "IP_NOT_ALLOWED" && parseAddress(String(address ?? ""))) return "allow-address";
  return code in settings ? "edit-key" : "none";
}

async function findFixed(code: string, reason: string, values: RefusedCall["values"], { id, status }: NamedKey) {
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

/** When the rule's setting became what it was at the refusal. */
async function findSetSince({ businessId }: Member, refusal: FoundRefusal): Promise<Date | null> {
  const setting = settings[refusal.code];
  if (!setting) return null;
  const [found] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT max(at) AS at FROM audit_events
    WHERE business_id = ${businessId} AND subject = ${refusal.keyId} AND at <= ${refusal.createdAt}
      AND jsonb_exists(after, ${setting})`;
  return found?.at ?? null;
}
