import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { recordEvent } from "./record-event";
import type { EventType, Payload } from "./schema";

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
