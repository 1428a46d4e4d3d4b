/** A payment with what refunds and corrections left of it, in whole đồng. `reference`: the bank's, or that of a contract. */
export type PaymentLeft = { subject: string; reference: string; at: Date; leftVnd: bigint };

export type RefundPart = PaymentLeft & { takenVnd: bigint };

/**
 * What a refund takes of each payment: from the newest first, since the oldest are spent first. `payments` are the newest
 * first; `restVnd` is what they do not cover.
 */
export function splitRefund(
  payments: readonly PaymentLeft[],
  amountVnd: bigint,
): { parts: RefundPart[]; restVnd: bigint } {
  const parts: RefundPart[] = [];
  let restVnd = amountVnd;
  for (const payment of payments) {
    const takenVnd = payment.leftVnd < restVnd ? payment.leftVnd : restVnd;
    if (takenVnd <= 0n) continue;
    parts.push({ ...payment, takenVnd });
    restVnd -= takenVnd;
  }
  return { parts, restVnd };
}
