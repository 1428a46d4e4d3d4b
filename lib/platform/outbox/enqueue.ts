import "server-only";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Statement } from "@/lib/platform/statement";
import { encodePayload, type Queue } from "./kind";

export type NewMessage<Payload> = {
  /** Concurrency is limited, and shared fairly, by target. Stored in plain text. */
  target: string;
  payload: Payload;
  /** Not before this time; by default after the first delay of the kind's schedule. */
  dueAt?: Date;
  /** A message with a known key is not written again, even if the first one was delivered or is dead. */
  dedupeKey?: string;
};

const insertMessages = `
  INSERT INTO outbox_messages (id, kind, target, payload, dedupe_key, due_at, created_at)
  SELECT id, $1, target, payload, dedupe_key, due_at, $2::timestamptz
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) AS m (id, target, payload, dedupe_key, due_at)
  ON CONFLICT DO NOTHING RETURNING id`;

/** A statement that writes messages of one kind, to be combined with others. */
export function enqueueStatement<Payload>(kind: Queue, messages: readonly NewMessage<Payload>[]): Statement {
  const now = clock.now();
  const dueAt = new Date(+now + kind.scheduleMs[0]);
  const ids = messages.map(() => newId("outbox"));
  const payloads = messages.map(({ payload }, index) => encodePayload(kind, ids[index] ?? "", payload));
  return {
    name: "enqueue",
    text: insertMessages,
    values: [
      kind.name,
      now,
      ids,
      messages.map(({ target }) => target),
      payloads,
      messages.map(({ dedupeKey }) => dedupeKey ?? null),
      messages.map((message) => message.dueAt ?? dueAt),
    ],
  };
}

/** Writes messages, which are delivered once the caller's transaction commits. Returns the ids of the new ones. */
export async function enqueueAll<Payload>(
  tx: Pick<Transaction, "$queryRawUnsafe">,
  kind: Queue,
  messages: readonly NewMessage<Payload>[],
): Promise<string[]> {
  const { text, values } = enqueueStatement(kind, messages);
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(text, ...values);
  return rows.map(({ id }) => id);
}

/** Writes one message as `enqueueAll` does. Returns its id, or undefined when its dedupe key is known. */
export async function enqueue<Payload>(
  tx: Pick<Transaction, "$queryRawUnsafe">,
  kind: Queue,
  message: NewMessage<Payload>,
): Promise<string | undefined> {
  const [id] = await enqueueAll(tx, kind, [message]);
  return id;
}
