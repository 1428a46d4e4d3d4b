import "server-only";
import type { Transaction } from "@/lib/db";
import { recordEvent } from "./record-event";
import type { EventType, Payload } from "./schema";

type CreditEvent = Extract<EventType, "topup.credited" | "credit.low" | "budget.reached">;

/**
 * Writes an event about a business's credit, in the transaction of what happened. `objectId`: the payment, or for a
 * warning null, since each is its own object.
 */
export const recordCreditEvent = <Type extends CreditEvent>(
  tx: Transaction,
  businessId: string,
  type: Type,
  { objectId, payload }: { objectId: string | null; payload: Payload<Type> },
): Promise<void> => recordEvent(tx, { businessId, type, objectId, sequence: 1, payload });
