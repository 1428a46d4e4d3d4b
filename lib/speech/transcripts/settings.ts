import "server-only";
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

export async function getTranscriptSettings(member: Member): Promise<TranscriptSettings> {
  requirePermission(member, "business:read");
  return { formatting: [...(await findFormatting(member.businessId))] };
}

/** Applies from the next request on; transcripts that exist stay as they are. */
export async function setTranscriptSettings(member: Member, settings: TranscriptSettings): Promise<void> {
  requirePermission(member, "speech:use");
  const { businessId } = member;
  const formatting = formattings.filter((step) => settings.formatting.includes(step));
  await db.$transaction(async (tx) => {
    const before = await tx.transcriptSettings.findUnique({ where: { businessId }, select: { formatting: true } });
    if (String(before?.formatting ?? []) === String(formatting)) return;
    await tx.transcriptSettings.upsert({
      where: { businessId },
      create: { businessId, formatting },
      update: { formatting },
      select: { businessId: true },
    });
    const change = { before: { formatting: before?.formatting ?? [] }, after: { formatting } };
    await recordAudit(tx, member, { action: "transcripts.changed", ...change });
  });
}
