import "server-only";
import { type Sql, sql } from "@/lib/db";

const pause = `
  INSERT INTO outbox_pauses (kind, target, until, places) VALUES ($1, $2, $3::timestamptz, $4)
  ON CONFLICT (kind, target) DO UPDATE SET until = greatest(outbox_pauses.until, excluded.until),
    places = coalesce(excluded.places, outbox_pauses.places)`;

/** No message of a kind is delivered to a target before `until`; afterwards `places` at once, if given. */
export async function pauseTarget(kind: string, target: string, until: Date, places: number | null = null) {
  await sql("pause-target", pause, [kind, target, until, places]);
}

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
