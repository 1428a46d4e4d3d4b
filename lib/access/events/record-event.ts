import "server-only";
import type { Transaction } from "@/lib/platform/db";
import type { EventType, Payload } from "./schema";
import { findSubscribers, type NewEvent, sqlOf, writeEvents } from "./write-events";

/** Writes an event and its deliveries, in the transaction of what happened. */
export async function recordEvent<Type extends EventType>(tx: Transaction, event: NewEvent<Type>): Promise<void> {
  const sql = sqlOf(tx);
  await writeEvents(sql, [event as NewEvent], await findSubscribers(sql, [event.businessId]));
}

type CreditEvent = Extract<EventType, "topup.credited" | "credit.low" | "budget.reached">;

/** `objectId`: the payment, locked by the transaction, which can be credited again; null for a warning. */
export async function recordCreditEvent<Type extends CreditEvent>(
  tx: Transaction,
  businessId: string,
  type: Type,
  { objectId, payload }: { objectId: string | null; payload: Payload<Type> },
): Promise<void> {
  const former = objectId === null ? 0 : await tx.event.count({ where: { objectId } });
  await recordEvent(tx, { businessId, type, objectId, sequence: former + 1, payload });
}

type KeyEvent = Extract<EventType, `key.${string}`>;

/** The transaction has locked the key's row, so that events are numbered in the order of changes. */
export async function recordKeyEvent<Type extends KeyEvent>(
  tx: Transaction,
  businessId: string,
  type: Type,
  payload: Payload<Type>,
): Promise<void> {
  const { keyId } = payload;
  const [key] = await tx.apiKey.updateManyAndReturn({
    where: { id: keyId, businessId },
    data: { eventSequence: { increment: 1 } },
    select: { eventSequence: true, mode: true },
  });
  if (!key) return;
  const { eventSequence: sequence, mode } = key;
  await recordEvent(tx, { businessId, type, objectId: keyId, sequence, payload, livemode: mode === "live" });
}
