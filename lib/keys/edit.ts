import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import type { Caller } from "@/lib/access/principals/caller";
import { requireRecentProof } from "@/lib/access/principals/fresh";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import type { Scope } from "@/lib/access/principals/scopes";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { parseAddresses } from "./addresses";
import { checkKeys, lockKey, lockKeys, requireGivable, requireManageable } from "./authority";
import { checkBounds, requireRoom } from "./limits";
import type { KeySettings } from "./schema";
import { auditView, noticeGiven, type Settings, settingsOf } from "./settings";
import { gainsOf, mailWidening } from "./widening";

/** Sets everything of a key but its secret, from the next request on. Throws NOT_FOUND for a revoked key. */
export async function editKey(member: Member, id: string, input: KeySettings): Promise<void> {
  requirePermission(member, "keys:write");
  const { businessId } = member;
  const mode = (await db.apiKey.findFirst({ where: { id, businessId }, select: { mode: true } }))?.mode;
  const settings = settingsOf(mode === "test" ? { ...input, monthlyCap: null } : input);
  await checkBounds(member, settings, mode);
  await changeKey(member, id, () => settings);
}

/** Removes one service from a key that has another. Throws CONFLICT if it is the last one. */
export async function removeScope(member: Member, id: string, scope: Scope): Promise<void> {
  await changeKey(member, id, (before) => {
    const scopes = before.scopes.filter((kept) => kept !== scope);
    if (scopes.length === 0) throw new AppError("CONFLICT", { message: "keys.scopesMissing" });
    return { scopes };
  });
}

/** A key without a list allows every address and stays so. Throws INVALID_REQUEST for an invalid one or too many. */
export async function allowAddress(member: Member, id: string, address: string): Promise<void> {
  await changeKey(member, id, (before) => {
    if (before.allowedAddresses.length === 0) return {};
    return { allowedAddresses: parseAddresses([...before.allowedAddresses, address].join("\n")) };
  });
}

/**
 * Sets what `decide` makes of the settings, and records the difference, if any, in the audit log. Gained permissions need
 * a recent proof of a member, and owners are emailed. Throws as `requireGivable` and `requireRoom`, and NOT_FOUND.
 */
export async function changeKey(
  by: Member | Caller,
  id: string,
  decide: (before: Settings & { mode: KeyMode }) => Partial<Settings>,
): Promise<void> {
  checkKeys(by, "keys:write");
  await db.$transaction(async (tx) => {
    const authority = await lockKeys(tx, by);
    const before = await lockKey(tx, by, id);
    requireManageable(authority, before);
    const { id: _, createdById, mode, serviceAccountId, ...old } = before;
    const settings = { ...old, ...decide(before) };
    await requireGivable(tx, authority, { ...settings, mode, businessId: by.businessId, serviceAccountId }, before);
    const isRevived = !works(old) && works(settings);
    if (isRevived) await requireRoom(tx, by.businessId, false);
    const gains = gainsOf(old, settings);
    if (gains.length > 0) {
      if ("role" in by) requireRecentProof(by);
      // A later expiration date alone is a renewal, of which owners are reminded by email anyway.
      const permissions = gains.filter((gain) => gain !== "expiresAt");
      if (permissions.length > 0) await mailWidening(tx, by, id, gains);
    }
    const isSameEnd = old.expiresAt?.getTime() === settings.expiresAt?.getTime();
    const notice = isSameEnd ? {} : { expiryNoticeDays: noticeGiven(settings) };
    await tx.apiKey.update({ where: { id }, data: { ...settings, ...notice }, select: { id: true } });

    const [was, is] = [auditView(old), auditView(settings)];
    const fields = (Object.keys(is) as (keyof typeof is)[]).filter((field) => `${was[field]}` !== `${is[field]}`);
    if (fields.length === 0) return;
    const pick = (view: typeof is) => Object.fromEntries(fields.map((field) => [field, view[field]]));
    const change = { action: "key.edited", subject: id, before: pick(was), after: pick(is) };
    await recordAudit(tx, actorOf(by), change);
  });
}

const works = ({ expiresAt }: Settings) => expiresAt === null || expiresAt > clock.now();
