import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { recordEvent } from "./record-event";
import type { EventType, Payload } from "./schema";

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
