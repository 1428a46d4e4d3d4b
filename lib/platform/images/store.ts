import "server-only";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { isId, newId } from "@/lib/platform/ids";
import { redrawPicture } from "./picture";

/** Re-encodes a picture and stores it; the id stands for these bytes forever. Throws what `redrawPicture` throws. */
export async function storePicture(tx: Transaction, bytes: Uint8Array): Promise<string> {
  const data = { id: newId("picture"), contentType: "image/webp", bytes: await redrawPicture(bytes) };
  const { id } = await tx.picture.create({ data: { ...data, createdAt: clock.now() }, select: { id: true } });
  return id;
}

/** Null if there is no such picture. The caller checks who may see it. */
export async function readPicture(id: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string } | null> {
  if (!isId("picture", id)) return null;
  return db.picture.findUnique({ where: { id }, select: { bytes: true, contentType: true } });
}

/** Removing a missing one, or none, changes nothing. */
export async function removePicture(tx: Transaction, id: string | null): Promise<void> {
  if (id) await tx.picture.deleteMany({ where: { id } });
}
