import "server-only";
import type { Transaction } from "@/lib/db";
import type { Credited } from "./credit";

/** Notifies a business of a payment that was credited. */
export async function announceCredit(
  _tx: Transaction,
  _payment: Credited & { businessId: string; topUpId: string | null; amountVnd: bigint },
): Promise<void> {}

/** Notifies a business of a payment that its bank took back. */
export async function announceReversal(
  _tx: Transaction,
  _reversal: { businessId: string; amountVnd: bigint; owedMilli: bigint },
): Promise<void> {}
