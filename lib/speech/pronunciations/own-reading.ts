import "server-only";
import type { WantedReading } from "vietnamese-text";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, hot, sql, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { type DictionaryLocator, type DictionaryRule, readingsOf } from "./dictionary-rules";
import {
  mostPronunciations,
  noReadingSettings,
  type Pronunciation,
  type ReadingChoice,
  type ReadingSettings,
} from "./schema";

type OwnReading = {
  pronunciations: Pronunciation[];
  settings: Partial<ReadingSettings>;
  /** The rules of each dictionary that was named; null for one that there is not. */
  dictionaries: (DictionaryRule[] | null)[];
};

const ownReading = `
  SELECT
    coalesce((SELECT json_strip_nulls(json_build_object('emptyTen', empty_ten, 'thousand', thousand, 'four', four,
      'year', year, 'decimals', decimals, 'textStyle', text_style, 'emoji', emoji)) FROM reading_settings WHERE business_id = $1), '{}') AS settings,
    coalesce((SELECT json_agg(json_build_object('written', written, 'spoken', spoken) ORDER BY written)
      FROM pronunciations WHERE business_id = $1), '[]') AS pronunciations,
    coalesce((SELECT json_agg(v.rules ORDER BY l.at) FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS l (id, version, at)
      LEFT JOIN pronunciation_dictionaries d ON d.id = l.id AND d.business_id = $1
      LEFT JOIN pronunciation_dictionary_versions v
        ON v.dictionary_id = d.id AND v.id = coalesce(l.version, d.latest_version_id)), '[]') AS dictionaries`;

/**
 * How a business's text is normalized: its custom pronunciations and settings, and what the request names and chooses. Of
 * the dictionaries the first that has a word counts, before the business's own list. Throws NOT_FOUND for one that the
 * business does not have.
 */
export async function findOwnReading(
  businessId: string,
  wanted: ReadingChoice | null | undefined,
  locators: readonly DictionaryLocator[] = [],
): Promise<WantedReading> {
  const ids = locators.map((one) => one.pronunciation_dictionary_id);
  const versions = locators.map((one) => one.version_id);
  const [own] = await sql<OwnReading>("find-own-reading", ownReading, [businessId, ids, versions], hot);
  const { pronunciations = [], settings, dictionaries = [] } = own ?? {};
  const named = dictionaries.map((rules, index) => {
    if (rules) return readingsOf(rules);
    throw new AppError("NOT_FOUND", { param: `pronunciation_dictionary_locators.${index}` });
  });
  const reading = wanted === "off" ? "off" : ({ ...settings, ...wanted } as WantedReading["reading"]);
  return { pronunciations: [...pronunciations, ...named.reverse().flat()], reading };
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
export const savePronunciation = (by: Member | Caller, word: Pronunciation): Promise<void> =>
  changeWords(by, async (tx) => void (await saveIn(tx, by, word)));

/** Returns whether the word existed; removing a missing word is no error. */
export const removePronunciation = (by: Member | Caller, written: string): Promise<boolean> =>
  changeWords(by, (tx) => removeIn(tx, by, written));

/** All of it or, with PRONUNCIATIONS_FULL, nothing. Returns how many words were changed and removed. */
export const changePronunciations = (
  by: Member | Caller,
  { save, remove }: { save: readonly Pronunciation[]; remove: readonly string[] },
): Promise<{ saved: number; removed: number }> =>
  changeWords(by, async (tx) => {
    const counts = { saved: 0, removed: 0 };
    // What is removed makes room.
    for (const written of remove) if (await removeIn(tx, by, written)) counts.removed += 1;
    for (const word of save) if (await saveIn(tx, by, word)) counts.saved += 1;
    return counts;
  });

async function changeWords<Done>(by: Member | Caller, change: (tx: Transaction) => Promise<Done>): Promise<Done> {
  if ("role" in by) requirePermission(by, "speech:use");
  return db.$transaction(change);
}

async function saveIn(tx: Transaction, by: Member | Caller, { written, spoken }: Pronunciation): Promise<boolean> {
  const { businessId } = by;
  const where = { businessId_written: { businessId, written } };
  const before = await tx.pronunciation.findUnique({ where, select: { spoken: true } });
  if (before?.spoken === spoken) return false;
  if (!before && (await tx.pronunciation.count({ where: { businessId } })) >= mostPronunciations) {
    const values = { most: mostPronunciations };
    throw new AppError("PRONUNCIATIONS_FULL", { message: "pronunciations.full", values, param: "written" });
  }
  await tx.pronunciation.upsert({
    where,
    create: { businessId, written, spoken, createdAt: clock.now() },
    update: { spoken },
  });
  const change = { subject: written, ...(before && { before }), after: { spoken } };
  await recordAudit(tx, actorOf(by), { action: "pronunciation.saved", ...change });
  return true;
}

async function removeIn(tx: Transaction, by: Member | Caller, written: string): Promise<boolean> {
  const { count } = await tx.pronunciation.deleteMany({ where: { businessId: by.businessId, written } });
  if (count > 0) await recordAudit(tx, actorOf(by), { action: "pronunciation.removed", subject: written });
  return count > 0;
}
