import "server-only";
import { type FinishedJob, finishedJobColumns } from "@/lib/access/events/finished-job";
import { sql } from "@/lib/platform/db";

/** In the form in which it was published. */
const published = ({ field, column, type }: (typeof finishedJobColumns)[number]) => {
  if (type === "bigint") return `${column}::text AS "${field}"`;
  if (!type.startsWith("timestamptz")) return `${column} AS "${field}"`;
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${field}"`;
};

// Only lists and searches of the history read these.
const ofLists: readonly string[] = ["spark", "marks"];

const columns = finishedJobColumns.filter(({ field }) => !ofLists.includes(field)).map(published);

const find = `SELECT ${columns.join(", ")} FROM jobs WHERE tracking_id = $1`;

/** A recorded call in the form in which it was published; null when there is none. */
export async function findFinished(trackingId: string): Promise<FinishedJob | null> {
  const [finished] = await sql<FinishedJob>("find-finished", find, [trackingId]);
  return finished ?? null;
}
