import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { sqlOf } from "@/lib/access/events/write-events";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { type AnyKnownKind, decodePayload } from "@/lib/platform/outbox/kind";
import { type Chosen, dropMessages, retryMessages } from "@/lib/platform/outbox/operate";
import { replay } from "@/lib/platform/stream/dead-letters";
import { failuresInARow } from "@/lib/webhooks/deliver/record";
import type { MessageAct } from "./schema";

const pageSize = 40;

/** One page: `next` is the cursor of the following one; null on the last. */
async function readWorkPage<Row extends Record<string, unknown>>(
  operator: Operator,
  text: string,
  values: unknown[],
  cursorOf: (row: Row) => string,
) {
  requireOperatorRight(operator, "read");
  const found = await sql<Row>(undefined, `${text} LIMIT ${pageSize + 1}`, values);
  const [rows, last] = [found.slice(0, pageSize), found[pageSize - 1]];
  return { rows, next: found.length > pageSize && last ? cursorOf(last) : null };
}

export type DeadLetterRow = {
  sequence: bigint;
  topic: string;
  /** Of a finished job, its trackingId. */
  key: string;
  attempts: number;
  failedAt: Date;
  reason: string | null;
};

/** Results of jobs that could not be recorded, the newest first. `q`: a key, or part of the reason. */
export const listSetAside = (operator: Operator, { q }: { q?: string }, cursor?: string) =>
  readWorkPage<DeadLetterRow>(
    operator,
    `SELECT sequence, topic, key, attempts, failed_at AS "failedAt", last_error AS reason FROM stream_messages
     WHERE failed_at IS NOT NULL AND ($1::text IS NULL OR key = $1 OR strpos(lower(last_error), lower($1)) > 0)
       AND ($2::bigint IS NULL OR sequence < $2) ORDER BY sequence DESC`,
    [q ?? null, cursor && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : null],
    ({ sequence }) => String(sequence),
  );

type StoredMessage = {
  id: string;
  kind: string;
  state: "waiting" | "dead";
  attempts: number;
  at: Date;
  payload: string | null;
  reason: string | null;
};
export type MessageRow = Omit<StoredMessage, "payload"> & { recipient: string };

/** Our own messages that wait or are dead, recipients masked; not webhooks. `kinds`: those that can be described. */
export async function listOutbox(
  operator: Operator,
  { kind, state }: { kind?: string; state?: string },
  cursor: string | undefined,
  kinds: readonly AnyKnownKind[],
) {
  const { rows, next } = await readWorkPage<StoredMessage>(
    operator,
    `SELECT id, kind, state, attempts, coalesce(finished_at, due_at) AS at, payload, last_error AS reason
     FROM outbox_messages WHERE state IN ('waiting', 'dead') AND kind NOT LIKE 'webhooks %'
       AND ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR state = $2) AND ($3::text IS NULL OR id < $3)
     ORDER BY id DESC`,
    [kind ?? null, state ?? null, cursor ?? null],
    ({ id }) => id,
  );
  return {
    rows: rows.map(({ payload, ...row }): MessageRow => ({ ...row, recipient: recipientOf(kinds, row, payload) })),
    next,
  };
}

/** Empty where it cannot be read: a kind of another release, or encrypted under a key that is gone. */
function recipientOf(
  kinds: readonly AnyKnownKind[],
  { id, kind }: { id: string; kind: string },
  payload: string | null,
) {
  const known = kinds.find(({ name }) => name === kind);
  try {
    return known && payload ? known.describe(decodePayload(known, id, payload)) : "";
  } catch {
    return "";
  }
}

export type EndpointRow = {
  id: string;
  businessId: string;
  business: string;
  /** Its host alone: a URL can have a secret in its path. */
  host: string;
  failures: number;
  failingSince: Date | null;
  lastFailedAt: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
};

/** Webhook endpoints of partners that fail or that Vang disabled, the newest first. `q`: part of a business's name. */
export async function listFailingEndpoints(
  operator: Operator,
  { q, state }: { q?: string; state?: string },
  cursor?: string,
) {
  const { rows, next } = await readWorkPage<EndpointRow & { url: string }>(
    operator,
    `SELECT e.id, b.id AS "businessId", b.name AS business, e.url, e.failures, e.failing_since AS "failingSince",
       e.last_failed_at AS "lastFailedAt", e.disabled_at AS "disabledAt", e.disabled_reason AS "disabledReason"
     FROM webhook_endpoints e JOIN businesses b ON b.id = e.business_id
     WHERE e.deleted_at IS NULL AND b.archived_at IS NULL
       AND CASE $2::text WHEN 'failing' THEN e.disabled_at IS NULL AND e.failures >= $4::int
         WHEN 'disabled' THEN e.disabled_at IS NOT NULL
         ELSE e.disabled_at IS NOT NULL OR e.failures >= $4::int END
       AND ($1::text IS NULL OR strpos(lower(b.name), lower($1)) > 0) AND ($3::text IS NULL OR e.id < $3)
     ORDER BY e.id DESC`,
    [q ?? null, state ?? null, cursor ?? null, failuresInARow],
    ({ id }) => id,
  );
  return { rows: rows.map(({ url, ...row }): EndpointRow => ({ ...row, host: new URL(url).host })), next };
}

export type BankDayRow = {
  day: string;
  accountNumber: string;
  listedVnd: bigint;
  recordedVnd: bigint;
  checkedAt: Date;
};

/** What the bank's list says of each day and account beside what is recorded, the newest first. */
export function listBankDays(
  operator: Operator,
  { account, state }: { account?: string; state?: string },
  cursor?: string,
) {
  const [, day, number] = /^(\d{4}-\d\d-\d\d):(\w{1,19})$/.exec(cursor ?? "") ?? [];
  return readWorkPage<BankDayRow>(
    operator,
    `SELECT day::text, account_number AS "accountNumber", listed_vnd AS "listedVnd", recorded_vnd AS "recordedVnd",
       checked_at AS "checkedAt"
     FROM bank_days WHERE ($1::text IS NULL OR account_number = $1)
       AND ($2::text IS NULL OR (listed_vnd = recorded_vnd) = ($2 = 'equal'))
       AND ($3::date IS NULL OR (day, account_number) < ($3, $4)) ORDER BY day DESC, account_number DESC`,
    [account ?? null, state ?? null, day ?? null, number ?? null],
    (row) => `${row.day}:${row.accountNumber}`,
  );
}

export type DueInvoiceRow = {
  id: string;
  business: string;
  amountVnd: bigint;
  kind: string;
  requestedAt: Date;
  attempts: number;
  dueAt: Date;
  error: string | null;
};

/** Invoices that the issuer has yet to issue or to cancel, the newest first. */
export const listDueInvoices = (operator: Operator, { id }: { id?: string }, cursor?: string) =>
  readWorkPage<DueInvoiceRow>(
    operator,
    `SELECT i.id, b.name AS business, i.amount_vnd AS "amountVnd", i.kind, i.requested_at AS "requestedAt", i.attempts,
       i.due_at AS "dueAt", i.error
     FROM invoices i JOIN businesses b ON b.id = i.business_id
     WHERE i.due_at IS NOT NULL AND ($1::text IS NULL OR i.id = $1) AND ($2::text IS NULL OR i.id < $2) ORDER BY i.id DESC`,
    [id ?? null, cursor ?? null],
    (row) => row.id,
  );

/** In an entry of the log; the rest is counted. */
const mostNamed = 10;

/** Has results that were set aside recorded again; null: all of them. Returns which ones. */
export async function replayResults(operator: Operator, keys: string[] | null, reason: string): Promise<string[]> {
  requireOperatorRight(operator, "work");
  return db.$transaction(async (tx) => {
    const replayed = await replay(keys, sqlOf(tx));
    if (replayed.length > 0) {
      const about = { count: String(replayed.length), keys: replayed.slice(0, mostNamed).join(", ") };
      await recordPlatformAct(tx, operator, { action: "results.replayed", businessId: null, reason, about });
    }
    return replayed;
  });
}

const messageActs = {
  retry: { run: retryMessages, action: "messages.retried" },
  drop: { run: dropMessages, action: "messages.dropped" },
} as const;

/** Sends messages again at once, or deletes them. Returns how many. */
export async function actOnMessages(
  operator: Operator,
  act: MessageAct,
  chosen: Chosen,
  reason: string,
): Promise<number> {
  requireOperatorRight(operator, "work");
  const { run, action } = messageActs[act];
  return db.$transaction(async (tx) => {
    const count = await run(chosen, sqlOf(tx));
    const { ids = [], id, kind } = chosen;
    const named = id ? [id] : ids;
    const about = {
      count: String(count),
      ...(kind && { kind }),
      ...(named[0] && { ids: named.slice(0, mostNamed).join(", ") }),
    };
    if (count > 0) await recordPlatformAct(tx, operator, { action, businessId: null, reason, about });
    return count;
  });
}

/** Asks the issuer for an invoice again at once. Throws StaffError for one that does not wait for it. */
export async function retryInvoice(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "work");
  await db.$transaction(async (tx) => {
    const where = { id, dueAt: { not: null } };
    const [invoice] = await tx.invoice.updateManyAndReturn({
      where,
      data: { dueAt: clock.now() },
      select: { businessId: true },
    });
    if (!invoice) throw new StaffError("operator.errors.invoiceNotDue", { id });
    const { businessId } = invoice;
    const about = { invoiceId: id };
    await recordPlatformAct(tx, operator, { action: "invoice.retried", businessId, reason, subject: id, about });
  });
}
