import "server-only";
import type { Transaction } from "@/lib/db";
import type { EventType } from "./schema";
import { findSubscribers, type NewEvent, sqlOf, writeEvents } from "./write-events";

/** Whether an endpoint of the business receives this type. */
export async function isReceived(tx: Transaction, businessId: string, type: EventType): Promise<boolean> {
  const endpoints = await findSubscribers(sqlOf(tx), [businessId]);
  return endpoints.some(({ eventTypes }) => eventTypes.includes(type));
}

/** Writes an event for the endpoints that receive its type, in the transaction of what happened. */
export async function recordEvent<Type extends EventType>(tx: Transaction, event: NewEvent<Type>): Promise<void> {
  const sql = sqlOf(tx);
  await writeEvents(sql, [event as NewEvent], await findSubscribers(sql, [event.businessId]));
}
