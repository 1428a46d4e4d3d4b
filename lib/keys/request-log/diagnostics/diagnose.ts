import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { secretPrefixes } from "@/lib/keys/schema";
import { isWellFormedSecret } from "@/lib/keys/secret";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { findRejectedRequest, findTrackingId } from "@/lib/speech/history/by-request";
import type { Diagnosis, FoundKey } from "./diagnosis";
import { explain } from "./explain";
import { findKeys, findUsed } from "./keys";

/** By request id, trackingId, whole key or its last four characters. Another business's ids are unknown. */
export async function diagnose(member: Member, search: string): Promise<Diagnosis> {
  requirePermission(member, "keys:read");
  const text = search.trim();
  if (isId("request", text)) {
    const rejected = await findRejectedRequest(member, text);
    if (rejected) return explain(member, rejected);
    const trackingId = await findTrackingId(member, text);
    return trackingId ? describeJob(member, trackingId) : { kind: "unknown" };
  }
  if (isId("tts", text) || isId("stt", text)) return describeJob(member, text);
  if (isWellFormedSecret(text)) return describeKeys(await findKeys(member, { secret: text }));
  // A whole key with a typing error, and not the short form `vang_live_…abcd`.
  const prefix = Object.values(secretPrefixes).find((each) => text.startsWith(each));
  if (prefix && text.length > prefix.length + 8) return { kind: "mistyped" };
  const [hint] = /[0-9A-Za-z]{4}$/.exec(text) ?? [];
  const isHint = hint && /^(vang_(live|test)_)?(…|\.\.\.)?[0-9A-Za-z]{4}$/.test(text);
  return isHint ? describeKeys(await findKeys(member, { hint })) : { kind: "unknown" };
}

const describeKeys = (keys: FoundKey[]): Diagnosis => (keys.length > 0 ? { kind: "keys", keys } : { kind: "unknown" });

async function describeJob(member: Member, trackingId: string): Promise<Diagnosis> {
  const job = await db.job.findFirst({
    where: { trackingId, businessId: member.businessId },
    select: { status: true, resultCode: true, createdAt: true, keyId: true, keyHint: true },
  });
  if (!job) return { kind: "unknown" };
  const kind = job.status === "completed" ? "worked" : "failed";
  return { kind, trackingId, code: job.resultCode, at: job.createdAt, key: await findUsed(member, job) };
}
