import "server-only";
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
  await db.pronunciation.upsert({
    where: { businessId_written: { businessId, written } },
    create: { businessId, written, spoken, createdAt: clock.now() },
    update: { spoken },
  });
}

/** Removing what is not there is no failure. */
export async function removePronunciation(member: Member, written: string): Promise<void> {
  requirePermission(member, "speech:use");
  await db.pronunciation.deleteMany({ where: { businessId: member.businessId, written } });
}
