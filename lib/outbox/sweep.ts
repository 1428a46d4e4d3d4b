import "server-only";
import { clock, days } from "@/lib/clock";
import { sql } from "@/lib/db";
import type { AnyKnownKind } from "./kind";

/** Dead messages are kept this long for operators. */
const keepDeadMs = days(30);

const batch = 1000;

const remove = `
  DELETE FROM outbox_messages WHERE id IN (
    SELECT id FROM outbox_messages WHERE kind = $1 AND state = $2 AND finished_at < $3::timestamptz LIMIT ${batch})
  RETURNING 1`;

/** Deletes old delivered and dead messages. */
export async function sweepOutbox(kinds: readonly AnyKnownKind[]): Promise<void> {
  for (const { name, keepDeliveredMs } of kinds) {
    await sweep(name, "delivered", keepDeliveredMs);
    await sweep(name, "dead", keepDeadMs);
  }
}

async function sweep(kind: string, state: string, keptForMs: number): Promise<void> {
  const before = new Date(+clock.now() - keptForMs);
  while ((await sql("sweep-outbox", remove, [kind, state, before])).length === batch);
}
