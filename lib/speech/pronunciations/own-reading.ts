import "server-only";
import type { WantedReading } from "vietnamese-text";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db, hot, sql } from "@/lib/platform/db";
import type { Pronunciation } from "./pronunciation-schema";
import type { ReadingChoice } from "./reading-schema";
import { noReadingSettings, type ReadingSettings } from "./reading-settings-schema";

type OwnReading = { pronunciations: Pronunciation[]; settings: Partial<ReadingSettings> };

const find = `
  SELECT
    coalesce((SELECT json_strip_nulls(json_build_object('emptyTen', empty_ten, 'thousand', thousand, 'four', four,
      'year', year, 'decimals', decimals, 'textStyle', text_style)) FROM reading_settings WHERE business_id = $1), '{}') AS settings,
    coalesce((SELECT json_agg(json_build_object('written', written, 'spoken', spoken) ORDER BY written)
      FROM pronunciations WHERE business_id = $1), '[]') AS pronunciations`;

/** How a business's text is normalized: its custom pronunciations, its settings, and the request's options. */
export async function findOwnReading(
  businessId: string,
  wanted: ReadingChoice | null | undefined,
): Promise<WantedReading> {
  const [own] = await sql<OwnReading>("find-own-reading", find, [businessId], hot);
  const reading = wanted === "off" ? "off" : ({ ...own?.settings, ...wanted } as WantedReading["reading"]);
  return { pronunciations: own?.pronunciations ?? [], reading };
}

const select = { emptyTen: true, thousand: true, four: true, year: true, decimals: true, textStyle: true } as const;

export async function getReadingSettings(member: Member): Promise<ReadingSettings> {
  requirePermission(member, "business:read");
  const settings = await db.readingSettings.findUnique({ where: { businessId: member.businessId }, select });
  return (settings ?? noReadingSettings) as ReadingSettings;
}

/** Applies from the next request on. */
export async function setReadingSettings(member: Member, settings: ReadingSettings): Promise<void> {
  requirePermission(member, "speech:use");
  const { businessId } = member;
  await db.$transaction(async (tx) => {
    const before = (await tx.readingSettings.findUnique({ where: { businessId }, select })) ?? noReadingSettings;
    const hasChanged = Object.keys(select).some(
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
