import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { removePicture, storePicture } from "@/lib/platform/images/store";
import type { Profile } from "./schema";

export async function getProfile({ userId }: Viewer): Promise<Profile & { email: string; pictureId: string | null }> {
  return db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, email: true, phone: true, locale: true, timeZone: true, pictureId: true },
  });
}

export async function updateProfile({ userId }: Viewer, profile: Profile): Promise<void> {
  const { name, phone, locale, timeZone } = profile;
  await db.user.update({
    where: { id: userId },
    data: { name, phone, locale, localeChosen: true, timeZone },
    select: { id: true },
  });
}

/** Sets the viewer's picture and deletes the previous one. Throws what `redrawPicture` throws. */
export async function setOwnPicture({ userId }: Viewer, bytes: Uint8Array): Promise<void> {
  const pictureId = await storePicture(db, bytes);
  await replacePicture(userId, pictureId);
}

export const removeOwnPicture = ({ userId }: Viewer): Promise<void> => replacePicture(userId, null);

async function replacePicture(userId: string, pictureId: string | null): Promise<void> {
  await db.$transaction(async (tx) => {
    // Locked, so that of two changes at once neither leaves a picture behind.
    const [user] = await tx.$queryRaw<{ picture_id: string | null }[]>`
      SELECT picture_id FROM users WHERE id = ${userId} FOR UPDATE`;
    await tx.user.update({ where: { id: userId }, data: { pictureId }, select: { id: true } });
    await removePicture(tx, user?.picture_id ?? null);
  });
}

/** Whether the viewer can see this picture: their own, or that of someone they share a business with. */
export async function maySeePicture({ userId }: Viewer, pictureId: string): Promise<boolean> {
  if (!isId("picture", pictureId)) return false;
  const shared = { memberships: { some: { business: { memberships: { some: { userId } } } } } };
  return (await db.user.count({ where: { pictureId, OR: [{ id: userId }, shared] } })) > 0;
}
