import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { baseline, earlierChecksums, findMissingEarlier } from "@/lib/platform/baseline";

/** What workers of 0d340e8e finish in the background and later versions know nothing of, each with its count. */
const unfinishedWork = `
  SELECT
    (SELECT count(*) FROM jobs WHERE hours_counted IS NULL)::integer AS "jobs are not in the usage",
    (SELECT count(*) FROM jobs JOIN price_backfills b USING (service) WHERE price_id IS NULL AND amount_milli > 0
      AND tracking_id > b.cursor AND jobs.created_at < b.ends_at)::integer AS "jobs have no price",
    (SELECT count(*) FROM wallet_accounts a JOIN transfers t ON t.reference = 'welcome:' || a.business_id
      WHERE a.kind = 'available' AND NOT EXISTS (SELECT FROM credit_grants g WHERE g.business_id = a.business_id)
    )::integer AS "businesses have free credit that is not in credit_grants",
    (SELECT count(*) FROM outgoing_mails WHERE due_at IS NOT NULL)::integer AS "emails are in outgoing_mails"`;

/**
 * Marks the baseline as applied in a database of commit 0d340e8e, whose own migrations made the same schema. Does
 * nothing in a new database and in one that has the baseline. Throws, changing nothing, for a database of an older
 * version, and where workers of 0d340e8e have not finished what only they can do.
 */
export async function takeOver(client: pg.Client, baselineChecksum: string): Promise<void> {
  const { rows: recorded } = await client.query<{ name: string; checksum: string; isFinished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished" FROM "_prisma_migrations"
     WHERE rolled_back_at IS NULL`,
  );
  const earlier = recorded.filter(({ name }) => earlierChecksums.has(name));
  if (earlier.length === 0 || recorded.some(({ name }) => name === baseline)) return;

  const failed = earlier.find(({ isFinished }) => !isFinished);
  if (failed) throw new Error(`Migration ${failed.name} failed earlier: repair it with the version that applied it.`);
  const edited = earlier.find(({ name, checksum }) => checksum !== earlierChecksums.get(name));
  if (edited) throw new Error(`Migration ${edited.name} was edited after it was applied.`);
  const missing = findMissingEarlier(recorded.map(({ name }) => name));
  if (missing)
    throw new Error(
      `The database is of a version older than 0d340e8e: it lacks the migration ${missing}. Start version 0d340e8e on it until its background work is done, and then this version (docs/operate/upgrading.md).`,
    );

  const [work] = (await client.query<Record<string, number>>(unfinishedWork)).rows;
  const unfinished = Object.entries(work ?? {}).flatMap(([words, count]) => (count > 0 ? [`${count} ${words}`] : []));
  if (unfinished.length > 0)
    throw new Error(
      `Version 0d340e8e has not finished its background work on this database: ${unfinished.join(", ")}. Start version 0d340e8e on it until that is done, and then this version (docs/operate/upgrading.md).`,
    );

  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 0)`,
    [randomUUID(), baselineChecksum, baseline],
  );
}
