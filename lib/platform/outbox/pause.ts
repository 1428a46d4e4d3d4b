import "server-only";
import { type Sql, sql } from "@/lib/platform/db";

const stop = `
  INSERT INTO outbox_pauses (kind, target, until) SELECT kind, '', 'infinity' FROM unnest($1::text[]) AS kinds (kind)
  ON CONFLICT DO NOTHING RETURNING kind`;

/** Delivers nothing of these kinds until `startKinds`. Returns how many were not stopped already. */
export const stopKinds = async (run: Sql, kinds: readonly string[]): Promise<number> =>
  (await run(undefined, stop, [kinds])).length;

const start = "DELETE FROM outbox_pauses WHERE kind = ANY($1::text[]) AND target = '' RETURNING kind";

/** Returns how many were stopped. */
export const startKinds = async (run: Sql, kinds: readonly string[]): Promise<number> =>
  (await run(undefined, start, [kinds])).length;

/** Deletes pauses that are over. Those with places stay until their target works again. */
export async function sweepPauses(before: Date): Promise<void> {
  await sql("sweep-pauses", "DELETE FROM outbox_pauses WHERE places IS NULL AND until <= $1::timestamptz", [before]);
}
