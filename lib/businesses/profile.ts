import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { readPicture, removePicture, storePicture } from "@/lib/platform/images/store";

/** Changes the business's name; its URL in the console stays. */
export async function renameBusiness(member: Member, name: string): Promise<void> {
  requirePermission(member, "business:write");
  const where = { id: member.businessId };
  await db.$transaction(async (tx) => {
    const before = await tx.business.findUniqueOrThrow({ where, select: { name: true } });
    if (before.name === name) return;
    await tx.business.update({ where, data: { name }, select: { id: true } });
    await recordAudit(tx, member, { action: "business.renamed", before, after: { name } });
  });
}

/** Sets the business's logo and deletes the previous one. Throws what `redrawPicture` throws. */
export async function setLogo(member: Member, bytes: Uint8Array): Promise<void> {
  requirePermission(member, "business:write");
  await replaceLogo(member, await storePicture(db, bytes));
}

export async function removeLogo(member: Member): Promise<void> {
  requirePermission(member, "business:write");
  await replaceLogo(member, null);
}

async function replaceLogo(member: Member, pictureId: string | null): Promise<void> {
  const where = { id: member.businessId };
  await db.$transaction(async (tx) => {
    // Locked, so that of two changes at once neither leaves a picture behind.
    const [before] = await tx.$queryRaw<{ picture_id: string | null }[]>`
      SELECT picture_id FROM businesses WHERE id = ${member.businessId} FOR UPDATE`;
    await tx.business.update({ where, data: { pictureId }, select: { id: true } });
    await removePicture(tx, before?.picture_id ?? null);
    await recordAudit(tx, member, { action: pictureId ? "business.logo_changed" : "business.logo_removed" });
  });
}

/** The business's logo by its id; null if it is another's or was replaced. */
export async function readLogo(member: Member, pictureId: string) {
  requirePermission(member, "business:read");
  if (!isId("picture", pictureId)) return null;
  const isShown = await db.business.count({ where: { id: member.businessId, pictureId } });
  return isShown ? readPicture(pictureId) : null;
}
