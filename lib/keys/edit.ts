import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { lockAs } from "@/lib/access/businesses/lock";
import { requireRecentProof } from "@/lib/access/principals/fresh";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { Scope } from "@/lib/access/principals/scopes";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { parseAddresses } from "./addresses";
import { checkBounds } from "./limits";
import type { KeySettings } from "./schema";
import { auditView, type Settings, settingsOf } from "./settings";
import { gainsOf, mailWidening } from "./widening";

const settable = {
  name: true,
  scopes: true,
  allowedAddresses: true,
  keyterms: true,
  keepsNothing: true,
  requestsPerMinute: true,
  concurrentCalls: true,
  monthlyCapMilli: true,
  expiresAt: true,
} as const;

/** Sets everything of a key but its secret, from the next request on. Throws NOT_FOUND for a revoked key. */
export async function editKey(member: Member, id: string, input: KeySettings): Promise<void> {
  requirePermission(member, "keys:write");
  const { businessId } = member;
  const mode = (await db.apiKey.findFirst({ where: { id, businessId }, select: { mode: true } }))?.mode;
  const { expiryNoticeDays, ...settings } = settingsOf(mode === "test" ? { ...input, monthlyCap: null } : input);
  await checkBounds(member, settings, mode);
  await change(member, id, async (tx, before) => {
    const isSameDay = before.expiresAt?.getTime() === settings.expiresAt?.getTime();
    const notice = isSameDay ? {} : { expiryNoticeDays };
    await tx.apiKey.update({ where: { id }, data: { ...settings, ...notice }, select: { id: true } });
    return settings;
  });
}

/** Removes one service from a key that has another. Throws CONFLICT if it is the last one. */
export async function removeScope(member: Member, id: string, scope: Scope): Promise<void> {
  await change(member, id, async (tx, before) => {
    const scopes = before.scopes.filter((kept) => kept !== scope);
    if (scopes.length === 0) throw new AppError("CONFLICT", { message: "keys.scopesMissing" });
    await tx.apiKey.update({ where: { id }, data: { scopes }, select: { id: true } });
    return { ...before, scopes };
  });
}

/** A key without a list allows every address and stays so. Throws INVALID_REQUEST for an invalid one or too many. */
export async function allowAddress(member: Member, id: string, address: string): Promise<void> {
  await change(member, id, async (tx, before) => {
    if (before.allowedAddresses.length === 0) return before;
    const allowedAddresses = parseAddresses([...before.allowedAddresses, address].join("\n"));
    await tx.apiKey.update({ where: { id }, data: { allowedAddresses }, select: { id: true } });
    return { ...before, allowedAddresses };
  });
}

/** Records the difference, if any, in the audit log. Gained permissions need a recent proof, and owners are emailed. */
async function change(
  member: Member,
  id: string,
  write: (tx: Transaction, before: Settings) => Promise<Settings>,
): Promise<void> {
  requirePermission(member, "keys:write");
  const live = { id, businessId: member.businessId, kind: "standard", revokedAt: null } as const;
  await db.$transaction(async (tx) => {
    await lockAs(tx, member, "keys:write");
    // Locks the row, so that the recorded "before" is what this change replaces.
    const { count } = await tx.apiKey.updateMany({ where: live, data: { updatedAt: clock.now() } });
    if (count === 0) throw new AppError("NOT_FOUND", { message: "keys.unknown" });
    const before = await tx.apiKey.findUniqueOrThrow({ where: { id }, select: settable });
    const after = await write(tx, before);
    const gains = gainsOf(before, after);
    if (gains.length > 0) {
      requireRecentProof(member);
      // A later expiration date alone is a renewal, of which owners are reminded by email anyway.
      const permissions = gains.filter((gain) => gain !== "expiresAt");
      if (permissions.length > 0) await mailWidening(tx, member, id, gains);
    }
    const [old, changed] = [auditView(before), auditView(after)];
    const fields = (Object.keys(changed) as (keyof typeof changed)[]).filter(
      (field) => `${old[field]}` !== `${changed[field]}`,
    );
    if (fields.length === 0) return;
    const pick = (view: typeof changed) => Object.fromEntries(fields.map((field) => [field, view[field]]));
    await recordAudit(tx, member, { action: "key.edited", subject: id, before: pick(old), after: pick(changed) });
  });
}
