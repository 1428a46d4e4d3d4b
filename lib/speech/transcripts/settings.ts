import "server-only";
import { termLimits } from "vietnamese-text/term-list";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db, hot, sql } from "@/lib/platform/db";
import { type Formatting, formattings, type TranscriptSettings } from "./schema";

const formattingOfBusiness = `SELECT formatting FROM transcript_settings WHERE business_id = $1`;

/** How a business wants its transcripts formatted where a request does not say. */
export async function findFormatting(businessId: string): Promise<readonly Formatting[]> {
  const [own] = await sql<{ formatting: Formatting[] }>("find-formatting", formattingOfBusiness, [businessId], hot);
  return formattings.filter((step) => own?.formatting.includes(step));
}

const savedTerms = `SELECT
  (SELECT keyterms FROM api_keys WHERE id = $2 AND business_id = $1) AS "ofKey",
  (SELECT keyterms FROM transcript_settings WHERE business_id = $1) AS "ofBusiness"`;

/** The key terms of a request with the saved ones of its key and its business, and how many more there were than fit. */
export async function joinKeyterms(
  requested: readonly string[],
  { businessId, keyId }: { businessId: string; keyId: string | null },
): Promise<{ terms: string[]; cut: number }> {
  type Saved = { ofKey: string[] | null; ofBusiness: string[] | null };
  const [saved] = await sql<Saved>("find-keyterms", savedTerms, [businessId, keyId], hot);
  const all = [...requested, ...(saved?.ofKey ?? []), ...(saved?.ofBusiness ?? [])];
  const terms = [...new Map(all.toReversed().map((term) => [term.toLowerCase(), term])).values()].reverse();
  return { terms: terms.slice(0, termLimits.terms), cut: Math.max(0, terms.length - termLimits.terms) };
}

export async function getTranscriptSettings(member: Member): Promise<TranscriptSettings> {
  requirePermission(member, "business:read");
  const { businessId } = member;
  const [formatting, own] = await Promise.all([
    findFormatting(businessId),
    db.transcriptSettings.findUnique({ where: { businessId }, select: { keyterms: true } }),
  ]);
  return { formatting: [...formatting], keyterms: own?.keyterms ?? [] };
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
