import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { eraseRepeats } from "./erase-repeats";

const batchSize = 1000;

// What is older has expired: no content is kept for more than 30 days.
const mark = `
  WITH marked AS (
    UPDATE jobs SET deleted_at = $1, erased_at = NULL, metadata = NULL, spark = NULL, marks = NULL WHERE tracking_id IN (
      SELECT j.tracking_id FROM businesses b JOIN jobs j ON j.business_id = b.id
      WHERE b.archived_at > $2 AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.business_id = b.id)
        AND j.created_at > $2 AND j.deleted_at IS NULL
      LIMIT ${batchSize} FOR NO KEY UPDATE OF j SKIP LOCKED)
    RETURNING tracking_id
  ), ${eraseRepeats("SELECT tracking_id FROM marked")}
  SELECT 1 FROM marked`;

/** Marks the results of businesses whose last member deleted their account as deleted; the sweep then erases them. */
export async function deleteWithoutMembers(): Promise<void> {
  const now = clock.now();
  while ((await sql("delete-without-members", mark, [now, new Date(+now - days(31))])).length === batchSize);
}
