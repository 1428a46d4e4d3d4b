import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import type { AnyKnownKind } from "./kind";

/** Dead messages are kept this long for operators. */
const keepDeadMs = days(30);

const batch = 1000;

// Each state in the text: a partial index is used for no parameter.
const remove = (state: string) => `
  DELETE FROM outbox_messages WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM outbox_messages WHERE kind = $1 AND state = '${state}' AND finished_at < $2::timestamptz
    ORDER BY finished_at LIMIT ${batch}))
  RETURNING 1`;

export async function sweepOutbox(kinds: readonly AnyKnownKind[]): Promise<void> {
  for (const { name, keepDeliveredMs } of kinds) {
    await sweep(name, "delivered", keepDeliveredMs);
    await sweep(name, "dead", keepDeadMs);
  }
}

async function sweep(kind: string, state: "delivered" | "dead", keptForMs: number): Promise<void> {
  const before = new Date(+clock.now() - keptForMs);
  while ((await sql(`sweep-outbox-${state}`, remove(state), [kind, before])).length === batch);
}
