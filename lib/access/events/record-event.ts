import "server-only";
import type { Transaction } from "@/lib/platform/db";
import type { EventType } from "./schema";
import { findSubscribers, type NewEvent, sqlOf, writeEvents } from "./write-events";

/** Writes an event and its deliveries, in the transaction of what happened. */
export async function recordEvent<Type extends EventType>(tx: Transaction, event: NewEvent<Type>): Promise<void> {
  const sql = sqlOf(tx);
  await writeEvents(sql, [event as NewEvent], await findSubscribers(sql, [event.businessId]));
}
