import "server-only";
import { sql } from "@/lib/db";

/** An event that failed too often and waits for a person, with the words of its last failure. */
export type SetAside = { topic: string; key: string; failedAt: Date; reason: string | null };

const list = `
  SELECT topic, key, failed_at AS "failedAt", last_error AS reason FROM stream_messages
  WHERE failed_at IS NOT NULL ORDER BY sequence`;

/** Every event that is set aside, oldest first. */
export const listSetAside = (): Promise<SetAside[]> => sql<SetAside>("list-set-aside", list, []);

// As one that was tried before: it is tried alone, and spoils no batch.
const again = `
  UPDATE stream_messages SET failed_at = NULL, attempts = 1, available_at = now()
  WHERE failed_at IS NOT NULL AND key = ANY($1) RETURNING key`;

/** Has events that are set aside handed out again, and answers which were. One that still fails is set aside anew. */
export async function replay(keys: string[]): Promise<string[]> {
  const replayed = await sql<{ key: string }>("replay", again, [keys]);
  return replayed.map(({ key }) => key);
}
