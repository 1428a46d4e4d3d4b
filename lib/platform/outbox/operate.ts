import "server-only";
import { clock } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";

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
const values = ({ id, ids, kind, isDead = false }: Chosen) => [
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
    values(chosen),
  );

/** Restarts the schedule of dead messages, and makes waiting ones due now. Returns how many. */
export async function retryMessages(chosen: Chosen, on: Sql = sql): Promise<number> {
  const retried = await on(
    undefined,
    `UPDATE outbox_messages SET state = 'waiting', attempts = CASE WHEN state = 'dead' THEN 0 ELSE attempts END,
       due_at = least(due_at, $4::timestamptz), finished_at = NULL
     WHERE state IN ('waiting', 'dead') AND leased_until IS NULL AND ${isChosen} RETURNING 1`,
    [...values(chosen), clock.now()],
  );
  return retried.length;
}

/** Deletes dead messages, or one waiting message by its id if it is not being delivered. Returns how many. */
export async function dropMessages(chosen: Chosen, on: Sql = sql): Promise<number> {
  const dropped = await on(
    undefined,
    `DELETE FROM outbox_messages WHERE (state = 'dead' OR (state = 'waiting' AND $1::text[] IS NOT NULL))
       AND (leased_until IS NULL OR leased_until <= now()) AND ${isChosen} RETURNING 1`,
    values(chosen),
  );
  return dropped.length;
}
