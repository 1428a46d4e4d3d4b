import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { requireRecentProof } from "@/lib/fresh";
import { type Member, requirePermission } from "@/lib/principals/member";
import type { Scope } from "@/lib/principals/scopes";
import { parseAddresses } from "./addresses";
import { checkBounds } from "./limits";
import type { KeySettings } from "./schema";
import { type Settings, settingsOf, told } from "./settings";
import { gainsOf } from "./widening";
import { mailWidening } from "./widening-mail";

const settable = {
  name: true,
  scopes: true,
  allowedAddresses: true,
  requestsPerMinute: true,
  concurrentCalls: true,
  monthlyCapMilli: true,
  expiresAt: true,
} as const;

/** Sets everything of a key but its secret, for the next request on. Throws NOT_FOUND for one that was revoked. */
export async function editKey(member: Member, id: string, input: KeySettings): Promise<void> {
  requirePermission(member, "keys:write");
  const { expiryNoticeDays, ...settings } = settingsOf(input);
  await checkBounds(member, settings);
  await change(member, id, async (tx, before) => {
    const isSameDay = before.expiresAt?.getTime() === settings.expiresAt?.getTime();
    const notice = isSameDay ? {} : { expiryNoticeDays };
    await tx.apiKey.update({ where: { id }, data: { ...settings, ...notice }, select: { id: true } });
    return settings;
  });
}

/** Takes one service from a key that has another. Throws CONFLICT when it is the last one. */
export async function narrowKey(member: Member, id: string, scope: Scope): Promise<void> {
  await change(member, id, async (tx, before) => {
    const scopes = before.scopes.filter((kept) => kept !== scope);
    if (scopes.length === 0) throw new Refusal("CONFLICT", { message: "keys.scopesMissing" });
    await tx.apiKey.update({ where: { id }, data: { scopes }, select: { id: true } });
    return { ...before, scopes };
  });
}

/** Lets a key be used from one more address. Throws INVALID_REQUEST for what is no address, or one too many. */
export async function allowAddress(member: Member, id: string, address: string): Promise<void> {
  await change(member, id, async (tx, before) => {
    const allowedAddresses = parseAddresses([...before.allowedAddresses, address].join("\n"));
    await tx.apiKey.update({ where: { id }, data: { allowedAddresses }, select: { id: true } });
    return { ...before, allowedAddresses };
  });
}

/**
 * One change of a live key, with what differs told to the audit log. A key that stays as it was leaves no trace. A change
 * that lets the key do more needs a recent proof, and the owners are emailed.
 */
async function change(
  member: Member,
  id: string,
  write: (tx: Transaction, before: Settings) => Promise<Settings>,
): Promise<void> {
  requirePermission(member, "keys:write");
  const live = { id, businessId: member.businessId, kind: "standard", revokedAt: null } as const;
  await db.$transaction(async (tx) => {
    // Takes the row, so that what is told as before is what this change replaces.
    const { count } = await tx.apiKey.updateMany({ where: live, data: { updatedAt: clock.now() } });
    if (count === 0) throw new Refusal("NOT_FOUND", { message: "keys.unknown" });
    const before = await tx.apiKey.findUniqueOrThrow({ where: { id }, select: settable });
    const after = await write(tx, before);
    const gains = gainsOf(before, after);
    if (gains.length > 0) {
      requireRecentProof(member);
      // A later last day alone is a renewal, of which owners are reminded by email themselves.
      const permissions = gains.filter((gain) => gain !== "expiresAt");
      if (permissions.length > 0) await mailWidening(tx, member, id, gains);
    }
    const differs = differenceOf(told(before), told(after));
    if (differs) await recordAudit(tx, member, { action: "key.edited", subject: id, ...differs });
  });
}

type Told = ReturnType<typeof told>;

function differenceOf(before: Told, after: Told): { before: Partial<Told>; after: Partial<Told> } | null {
  const fields = (Object.keys(after) as (keyof Told)[]).filter((field) => `${before[field]}` !== `${after[field]}`);
  const only = (side: Told) => Object.fromEntries(fields.map((field) => [field, side[field]]));
  return fields.length > 0 ? { before: only(before), after: only(after) } : null;
}
