import "server-only";
import { clock, days, minutes, seconds } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { AnyKnownKind } from "./kind";

/** `isDead`: only those that are dead. Deliveries of webhooks are chosen by their kind or ID alone. */
export type Chosen = { id?: string; ids?: readonly string[]; kind?: string; isDead?: boolean };

export type Listed = {
  id: string;
  kind: string;
  state: "waiting" | "dead";
  attempts: number;
  at: Date;
  payload: string;
  reason: string | null;
};

const isChosen = `($1::text[] IS NULL OR id = ANY($1)) AND ($2::text IS NULL OR kind = $2)
  AND (NOT $3::boolean OR (state = 'dead' AND (kind = $2 OR kind NOT LIKE 'webhooks %')))`;
const valuesOf = ({ id, ids, kind, isDead = false }: Chosen) => [
  ids ?? (id === undefined ? null : [id]),
  kind ?? null,
  isDead,
];

/** Undelivered messages, the dead ones first and then the oldest. */
export const listMessages = (chosen: Chosen, limit: number): Promise<Listed[]> =>
  sql<Listed>(
    undefined,
    `SELECT id, kind, state, attempts, coalesce(finished_at, due_at) AS at, payload, last_error AS reason
     FROM outbox_messages WHERE state IN ('waiting', 'dead') AND ${isChosen} ORDER BY state, at, id LIMIT ${limit}`,
    valuesOf(chosen),
  );

/** Restarts the schedule of dead messages, and makes waiting ones due now. Returns how many. */
export async function retryMessages(chosen: Chosen, on: Sql = sql): Promise<number> {
  const retried = await on(
    undefined,
    `UPDATE outbox_messages SET state = 'waiting', attempts = CASE WHEN state = 'dead' THEN 0 ELSE attempts END,
       due_at = least(due_at, $4::timestamptz), finished_at = NULL
     WHERE state IN ('waiting', 'dead') AND leased_until IS NULL AND ${isChosen} RETURNING 1`,
    [...valuesOf(chosen), clock.now()],
  );
  return retried.length;
}

/** Deletes dead messages, or one waiting message by its id if it is not being delivered. Returns how many. */
export async function dropMessages(chosen: Chosen, on: Sql = sql): Promise<number> {
  const dropped = await on(
    undefined,
    `DELETE FROM outbox_messages WHERE (state = 'dead' OR (state = 'waiting' AND $1::text[] IS NOT NULL))
       AND (leased_until IS NULL OR leased_until <= now()) AND ${isChosen} RETURNING 1`,
    valuesOf(chosen),
  );
  return dropped.length;
}

const insertPauses = `
  INSERT INTO outbox_pauses (kind, target, until) SELECT kind, '', 'infinity' FROM unnest($1::text[]) AS kinds (kind)
  ON CONFLICT DO NOTHING RETURNING kind`;

/** Delivers nothing of these kinds until `startKinds`. Returns how many were not stopped already. */
export const stopKinds = async (run: Sql, kinds: readonly string[]): Promise<number> =>
  (await run(undefined, insertPauses, [kinds])).length;

const deletePauses = "DELETE FROM outbox_pauses WHERE kind = ANY($1::text[]) AND target = '' RETURNING kind";

/** Returns how many were stopped. */
export const startKinds = async (run: Sql, kinds: readonly string[]): Promise<number> =>
  (await run(undefined, deletePauses, [kinds])).length;

/** Deletes pauses that are over. Those with places stay until their target works again. */
export async function sweepPauses(before: Date): Promise<void> {
  await sql("sweep-pauses", "DELETE FROM outbox_pauses WHERE places IS NULL AND until <= $1::timestamptz", [before]);
}

/** Workers without a backlog begin a delivery within seconds. */
const longestMs = minutes(5);

/** Deliveries to partners wait for partners too; `lib/webhooks` counts its own. */
const isOurs = "kind NOT LIKE 'webhooks %'";

export type Backlog = { due: number; oldestDueSeconds: number; dead: number };

const countBacklog = `
  SELECT count(*) FILTER (WHERE state = 'waiting') AS due, count(*) FILTER (WHERE state = 'dead') AS dead,
    min(due_at) FILTER (WHERE state = 'waiting') AS oldest
  FROM outbox_messages WHERE ${isOurs} AND ((state = 'waiting' AND due_at <= $1::timestamptz) OR state = 'dead')`;

export async function outboxBacklog(): Promise<Backlog> {
  const now = clock.now();
  const [row] = await sql<{ due: bigint; dead: bigint; oldest: Date | null }>("outbox-backlog", countBacklog, [now]);
  const oldestDueSeconds = row?.oldest ? Math.floor((+now - +row.oldest) / seconds(1)) : 0;
  return { due: Number(row?.due ?? 0), oldestDueSeconds, dead: Number(row?.dead ?? 0) };
}

/** Logs an error while messages wait too long. Every process runs it, since all workers may be down. */
export async function watchOutbox(): Promise<void> {
  const backlog = await outboxBacklog();
  if (backlog.oldestDueSeconds > longestMs / seconds(1)) log.error(backlog, "outbox messages wait to be delivered");
}

/** Dead messages are kept this long for operators. */
const keepDeadMs = days(30);

const batchSize = 1000;

export async function sweepOutbox(kinds: readonly AnyKnownKind[]): Promise<void> {
  for (const { name, keepDeliveredMs } of kinds) {
    for (const [state, keptMs] of [["delivered", keepDeliveredMs] as const, ["dead", keepDeadMs] as const]) {
      const before = new Date(+clock.now() - keptMs);
      // The state is in the text: a partial index is used for no parameter.
      const text = `
  DELETE FROM outbox_messages WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM outbox_messages WHERE kind = $1 AND state = '${state}' AND finished_at < $2::timestamptz
    ORDER BY finished_at LIMIT ${batchSize}))
  RETURNING 1`;
      while ((await sql(`sweep-outbox-${state}`, text, [name, before])).length === batchSize);
    }
  }
}
