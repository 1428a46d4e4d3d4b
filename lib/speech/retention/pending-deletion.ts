import "server-only";
import { hot, sql } from "@/lib/platform/db";
import type { Objects } from "./objects";

/** Whether this object is due for deletion, although its file may still exist. */
export async function isPendingDeletion(object: string): Promise<boolean> {
  const found = await sql("is-doomed", "SELECT 1 AS one FROM doomed_objects WHERE object = $1", [object], hot);
  return found.length > 0;
}

export const pendingDeletionRows = (trackingId: string, { audioObject, contentObject, inputObject }: Objects) =>
  [audioObject, contentObject, inputObject].flatMap((object) => (object ? [{ object, trackingId }] : []));
