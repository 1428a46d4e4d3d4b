import "server-only";
import { hotSql } from "@/lib/db";
import type { Objects } from "./pieces";

/** Whether this object is to be erased, although its file may still be there. */
export async function isDoomed(object: string): Promise<boolean> {
  const found = await hotSql("is-doomed", "SELECT 1 AS one FROM doomed_objects WHERE object = $1", [object]);
  return found.length > 0;
}

/** The rows that say so, for every object a call has. */
export const doomedRows = (trackingId: string, { audioObject, contentObject, inputObject }: Objects) =>
  [audioObject, contentObject, inputObject].flatMap((object) => (object ? [{ object, trackingId }] : []));
