import "server-only";
import { db } from "@/lib/platform/db";

/** What a business knows a movement's payment by. */
export type PaymentNames = {
  /** The bank's reference; empty where it gives none. */
  bankReference: string;
  /** Of money that an operator entered: the number of the contract or receipt. */
  document: string | null;
  occurredAt: Date | null;
};

/** The payments that movements name in the ledger's references, by movement. */
export async function findPaymentNames(
  movements: readonly { reference: string | null }[],
): Promise<(movement: { reference: string | null }) => PaymentNames | undefined> {
  const idOf = ({ reference }: { reference: string | null }) => reference?.split(":")[1] ?? "";
  const ids = [...new Set(movements.map(idOf).filter((id) => /^(btr|top|rfd)_/.test(id)))];
  if (ids.length === 0) return () => undefined;
  const [transfers, topUps, refunds] = await Promise.all([
    db.bankTransfer.findMany({ where: { id: { in: ids } }, select: { id: true, reference: true, occurredAt: true } }),
    db.topUp.findMany({ where: { id: { in: ids } }, select: { id: true, externalReference: true } }),
    db.refundRequest.findMany({ where: { id: { in: ids } }, select: { id: true } }),
  ]);
  const names = new Map<string, PaymentNames>([
    ...transfers.map(
      ({ id, reference, occurredAt }) => [id, { bankReference: reference, document: null, occurredAt }] as const,
    ),
    ...topUps.map(
      ({ id, externalReference: document }) => [id, { bankReference: "", document, occurredAt: null }] as const,
    ),
    ...refunds.map(({ id }) => [id, { bankReference: "", document: id, occurredAt: null }] as const),
  ]);
  return (movement) => names.get(idOf(movement));
}
