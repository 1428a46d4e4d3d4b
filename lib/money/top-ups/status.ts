import type { TopUpStatus } from "./schema";

type Arrived = { isReversed: boolean /** An operator decides about it before it is credited. */; isChecked: boolean };

/** Whether it is credited. */
export const isKept = ({ isReversed, isChecked }: Arrived): boolean => !isReversed && !isChecked;

type Facts = {
  amountVnd: bigint;
  /** Null where nothing is awaited, such as for money that an operator entered or assigned. */
  expiresAt: Date | null;
  /** In the order of their arrival. */
  payments: ({ amountVnd: bigint; recordedAt: Date } & Arrived)[];
};

/** Whatever the status, all that arrived is credited; `further`: a payment came after the amount was reached. */
export function topUpStatus({ amountVnd, expiresAt, payments }: Facts, now: Date): TopUpStatus {
  const kept = payments.filter(isKept);
  const [first] = kept;
  if (!first && payments.some(({ isChecked }) => isChecked)) return "checking";
  if (!expiresAt) return payments.length > 0 && !first ? "reversed" : "credited";
  if (!first) {
    if (payments.length > 0) return "reversed";
    return now >= expiresAt ? "expired" : "waiting";
  }
  const received = kept.reduce((sum, payment) => sum + payment.amountVnd, 0n);
  if (received < amountVnd) return "short";
  if (received - (kept.at(-1)?.amountVnd ?? 0n) >= amountVnd) return "further";
  if (received > amountVnd) return "over";
  return first.recordedAt > expiresAt ? "late" : "credited";
}

type TopUpAmounts = { status: TopUpStatus; amountVnd: bigint; receivedVnd: bigint };

/** What is still to be transferred: of a payment that was too small, the rest. */
export const dueVnd = ({ status, amountVnd, receivedVnd }: TopUpAmounts): bigint =>
  status === "short" ? amountVnd - receivedVnd : amountVnd;
