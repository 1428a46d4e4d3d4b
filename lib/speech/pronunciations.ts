import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { type Member, requirePermission } from "@/lib/businesses/member";
import { clock } from "@/lib/clock";
import { db, read } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { mostPronunciations, type Pronunciation } from "./pronunciation-schema";

const find = `SELECT written, spoken FROM pronunciations WHERE business_id = $1 ORDER BY written`;

/** The business's own pronunciations, as its texts are read with. */
export const findPronunciations = (businessId: string): Promise<Pronunciation[]> =>
  read("find-pronunciations", find, [businessId]);

export async function listPronunciations(member: Member): Promise<Pronunciation[]> {
  requirePermission(member, "business:read");
  return findPronunciations(member.businessId);
}

/** Adds a word, or changes how it is read. Throws CONFLICT when the list is full. */
export async function savePronunciation(member: Member, { written, spoken }: Pronunciation): Promise<void> {
  requirePermission(member, "speech:use");
  const { businessId } = member;
  const others = await db.pronunciation.count({ where: { businessId, written: { not: written } } });
  if (others >= mostPronunciations) {
    throw new Refusal("CONFLICT", { message: "pronunciations.full", values: { most: mostPronunciations } });
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
    await recordAudit(tx, member, { action: "pronunciation.saved", ...change });
  });
}

/** Removing what is not there is no failure. */
export async function removePronunciation(member: Member, written: string): Promise<void> {
  requirePermission(member, "speech:use");
  const where = { businessId: member.businessId, written };
  await db.$transaction(async (tx) => {
    const { count } = await tx.pronunciation.deleteMany({ where });
    if (count > 0) await recordAudit(tx, member, { action: "pronunciation.removed", subject: written });
  });
}
