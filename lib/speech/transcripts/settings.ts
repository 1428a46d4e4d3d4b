import "server-only";
import { termLimits } from "vietnamese-text/term-list";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db, hot, sql } from "@/lib/platform/db";
import { type Formatting, formattings } from "./choices";
import type { TranscriptSettings } from "./schema";

/** Who a request is from. */
type Owner = { businessId: string; keyId: string | null };

const find = `
  SELECT (SELECT formatting FROM transcript_settings WHERE business_id = $1) AS formatting,
    (SELECT keyterms FROM transcript_settings WHERE business_id = $1) AS "termsOfBusiness",
    (SELECT keyterms FROM api_keys WHERE id = $2 AND business_id = $1) AS "termsOfKey"`;

export type OwnSettings = {
  formatting: Formatting[] | null;
  termsOfBusiness: string[] | null;
  termsOfKey: string[] | null;
};

/** How a transcript is improved: `cut` is how many key terms there were more than fit. */
export type WantedTranscript = { formatting: readonly Formatting[]; terms: readonly string[]; cut: number };

/** What a business and its key have set. */
export async function findOwnSettings({ businessId, keyId }: Owner): Promise<OwnSettings | undefined> {
  return (await sql<OwnSettings>("find-transcript-settings", find, [businessId, keyId], hot))[0];
}

/**
 * What a request asks for, or its business's settings where it does not say, and the request's key terms with the saved
 * ones of its key and its business.
 */
export function wantedTranscript(
  { formatting, keyterms = [] }: { formatting?: readonly Formatting[]; keyterms?: readonly string[] },
  own: OwnSettings | undefined,
): WantedTranscript {
  const all = [...keyterms, ...(own?.termsOfKey ?? []), ...(own?.termsOfBusiness ?? [])];
  const terms = [...new Map(all.toReversed().map((term) => [term.toLowerCase(), term])).values()].reverse();
  return {
    formatting: formatting ?? formattings.filter((step) => own?.formatting?.includes(step)),
    terms: terms.slice(0, termLimits.terms),
    cut: Math.max(0, terms.length - termLimits.terms),
  };
}

export async function getTranscriptSettings(member: Member): Promise<TranscriptSettings> {
  requirePermission(member, "business:read");
  const { businessId } = member;
  const own = await db.transcriptSettings.findUnique({
    where: { businessId },
    select: { formatting: true, keyterms: true },
  });
  return {
    formatting: formattings.filter((step) => own?.formatting.includes(step)),
    keyterms: own?.keyterms ?? [],
  };
}

/** Applies from the next request on; transcripts that exist stay as they are. */
export async function setTranscriptSettings(member: Member, settings: TranscriptSettings): Promise<void> {
  requirePermission(member, "speech:use");
  const { businessId } = member;
  const after = {
    formatting: formattings.filter((step) => settings.formatting.includes(step)),
    keyterms: settings.keyterms,
  };
  await db.$transaction(async (tx) => {
    const select = { formatting: true, keyterms: true } as const;
    const before = (await tx.transcriptSettings.findUnique({ where: { businessId }, select })) ?? {
      formatting: [],
      keyterms: [],
    };
    const changed = (["formatting", "keyterms"] as const).filter((field) => `${before[field]}` !== `${after[field]}`);
    if (changed.length === 0) return;
    await tx.transcriptSettings.upsert({
      where: { businessId },
      create: { businessId, formatting: after.formatting, keyterms: after.keyterms },
      update: after,
      select: { businessId: true },
    });
    const pick = (from: TranscriptSettings | typeof before) =>
      Object.fromEntries(changed.map((field) => [field, from[field]]));
    await recordAudit(tx, member, { action: "transcripts.changed", before: pick(before), after: pick(after) });
  });
}
