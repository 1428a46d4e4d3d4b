import "server-only";
import type { WantedReading } from "vietnamese-text";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, hot, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import {
  mostPronunciations,
  noReadingSettings,
  type Pronunciation,
  type ReadingChoice,
  type ReadingSettings,
} from "./schema";

type OwnReading = { pronunciations: Pronunciation[]; settings: Partial<ReadingSettings> };

const ownReading = `
  SELECT
    coalesce((SELECT json_strip_nulls(json_build_object('emptyTen', empty_ten, 'thousand', thousand, 'four', four,
      'year', year, 'decimals', decimals, 'textStyle', text_style, 'emoji', emoji)) FROM reading_settings WHERE business_id = $1), '{}') AS settings,
    coalesce((SELECT json_agg(json_build_object('written', written, 'spoken', spoken) ORDER BY written)
      FROM pronunciations WHERE business_id = $1), '[]') AS pronunciations`;

/** How a business's text is normalized: its custom pronunciations, its settings, and the request's options. */
export async function findOwnReading(
  businessId: string,
  wanted: ReadingChoice | null | undefined,
): Promise<WantedReading> {
  const [own] = await sql<OwnReading>("find-own-reading", ownReading, [businessId], hot);
  const reading = wanted === "off" ? "off" : ({ ...own?.settings, ...wanted } as WantedReading["reading"]);
  return { pronunciations: own?.pronunciations ?? [], reading };
}

const settingColumns = {
  emptyTen: true,
  thousand: true,
  four: true,
  year: true,
  decimals: true,
  textStyle: true,
  emoji: true,
} as const;

export async function getReadingSettings(member: Member): Promise<ReadingSettings> {
  requirePermission(member, "business:read");
  const settings = await db.readingSettings.findUnique({
    where: { businessId: member.businessId },
    select: settingColumns,
  });
  return (settings ?? noReadingSettings) as ReadingSettings;
}

/** Applies from the next request on. */
export async function setReadingSettings(member: Member, settings: ReadingSettings): Promise<void> {
  requirePermission(member, "speech:use");
  const { businessId } = member;
  await db.$transaction(async (tx) => {
    const before =
      (await tx.readingSettings.findUnique({ where: { businessId }, select: settingColumns })) ?? noReadingSettings;
    const hasChanged = Object.keys(settingColumns).some(
      (name) => before[name as keyof ReadingSettings] !== settings[name as keyof ReadingSettings],
    );
    if (!hasChanged) return;
    await tx.readingSettings.upsert({
      where: { businessId },
      create: { businessId, ...settings },
      update: settings,
      select: { businessId: true },
    });
    await recordAudit(tx, member, { action: "reading.changed", before, after: settings });
  });
}

const ownPronunciations = `SELECT written, spoken FROM pronunciations WHERE business_id = $1 ORDER BY written`;

/** A business's words, for a member or an API key with permission to synthesize. */
export async function listPronunciations(by: Member | Caller): Promise<Pronunciation[]> {
  if ("role" in by) requirePermission(by, "business:read");
  return sql("find-pronunciations", ownPronunciations, [by.businessId], hot);
}

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
