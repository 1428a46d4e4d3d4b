import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, hot, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { mostPronunciations, type Pronunciation } from "./pronunciation-schema";

const find = `SELECT written, spoken FROM pronunciations WHERE business_id = $1 ORDER BY written`;

export const findPronunciations = (businessId: string): Promise<Pronunciation[]> =>
  sql("find-pronunciations", find, [businessId], hot);

export async function listPronunciations(member: Member): Promise<Pronunciation[]> {
  requirePermission(member, "business:read");
  return findPronunciations(member.businessId);
}

/** The same for an API key with permission to synthesize. */
export const listOwnPronunciations = (caller: Caller): Promise<Pronunciation[]> =>
  findPronunciations(caller.businessId);

/** Adds a word, or changes its pronunciation. Throws PRONUNCIATIONS_FULL at the limit. */
export async function savePronunciation(by: Member | Caller, { written, spoken }: Pronunciation): Promise<void> {
  if ("role" in by) requirePermission(by, "speech:use");
  const { businessId } = by;
  const others = await db.pronunciation.count({ where: { businessId, written: { not: written } } });
  if (others >= mostPronunciations) {
    const values = { most: mostPronunciations };
    throw new AppError("PRONUNCIATIONS_FULL", { message: "pronunciations.full", values, param: "written" });
  }
  const where = { businessId_written: { businessId, written } };
  await db.$transaction(async (tx) => {
    const before = await tx.pronunciation.findUnique({ where, select: { spoken: true } });
    if (before?.spoken === spoken) return;
    await tx.pronunciation.upsert({
      where,
      create: { businessId, written, spoken, createdAt: clock.now() },
      update: { spoken },
    });
    const change = { subject: written, ...(before && { before }), after: { spoken } };
    await recordAudit(tx, actorOf(by), { action: "pronunciation.saved", ...change });
  });
}

/** Returns whether the word existed; removing a missing word is no error. */
export async function removePronunciation(by: Member | Caller, written: string): Promise<boolean> {
  if ("role" in by) requirePermission(by, "speech:use");
  const where = { businessId: by.businessId, written };
  return db.$transaction(async (tx) => {
    const { count } = await tx.pronunciation.deleteMany({ where });
    if (count > 0) await recordAudit(tx, actorOf(by), { action: "pronunciation.removed", subject: written });
    return count > 0;
  });
}
