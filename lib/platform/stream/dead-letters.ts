import "server-only";
import { type Sql, sql } from "@/lib/platform/db";

/** An event that failed too often and needs an operator, with its last error message. */
export type DeadLetter = { topic: string; key: string; failedAt: Date; reason: string | null };

const selectDeadLetters = `
  SELECT topic, key, failed_at AS "failedAt", last_error AS reason FROM stream_messages
  WHERE failed_at IS NOT NULL ORDER BY sequence`;

export const listDeadLetters = (): Promise<DeadLetter[]> => sql<DeadLetter>("list-set-aside", selectDeadLetters, []);

// With attempts above zero, so that they are handled one by one.
const again = `
  UPDATE stream_messages SET failed_at = NULL, attempts = 1, available_at = now()
  WHERE failed_at IS NOT NULL AND ($1::text[] IS NULL OR key = ANY($1)) RETURNING key`;

/** Null: all of them. Returns which ones. Those that fail again become dead letters again. */
export async function replay(keys: readonly string[] | null, on: Sql = sql): Promise<string[]> {
  const replayed = await on<{ key: string }>("replay", again, [keys]);
  return replayed.map(({ key }) => key);
}
