import "server-only";
import { decryptDetails } from "@/lib/money/bank/transfers/details";
import { db } from "@/lib/platform/db";

export type Unmatched = {
  id: string;
  direction: string;
  amountVnd: bigint;
  occurredAt: Date;
  reference: string;
  reason: string | null;
  /** The transfer that it may be a second report of. */
  resemblesId: string | null;
  memo: string;
  /** The slug of the business whose top-up it names; empty where it names none, or repeats another transfer. */
  named: string;
  /** Masked: initials, and the last four characters of the account. Empty where the bank names no payer. */
  payer: string;
};

const select = {
  id: true,
  direction: true,
  amountVnd: true,
  occurredAt: true,
  reference: true,
  reason: true,
  resemblesId: true,
  encryptedDetails: true,
  topUp: { select: { business: { select: { slug: true } } } },
} as const;

/** Bank transfers that belong to no business and wait for an operator, the oldest first. */
export async function listUnmatched(): Promise<Unmatched[]> {
  const rows = await db.bankTransfer.findMany({ where: { status: "unmatched" }, orderBy: { id: "asc" }, select });
  return rows.map(({ encryptedDetails, topUp, ...row }) => {
    const { memo, payer } = decryptDetails(row.id, encryptedDetails);
    return { ...row, named: topUp?.business.slug ?? "", memo, payer: payer ? maskPayer(payer) : "" };
  });
}

export const maskPayer = ({ name, account }: { name: string; account: string }): string => {
  const initials = name.split(/\s+/).flatMap((word) => (word ? [`${[...word][0]}.`] : []));
  return [...initials, ...(account ? [`…${account.slice(-4)}`] : [])].join(" ");
};

const claimed = {
  id: true,
  amountVnd: true,
  transferredAt: true,
  reference: true,
  note: true,
  business: { select: { id: true, slug: true, name: true } },
} as const;

const mostCandidates = 5;

/** Each with the unmatched transfers of its amount: first those with its reference, then the nearest in time. */
export async function listOpenClaims() {
  const [claims, transfers] = await Promise.all([
    db.bankClaim.findMany({ where: { status: "open" }, orderBy: { id: "asc" }, select: claimed }),
    listUnmatched(),
  ]);
  return claims.map((claim) => {
    const mentions = ({ reference, memo }: Unmatched) =>
      claim.reference !== "" && `${reference} ${memo}`.toUpperCase().includes(claim.reference.toUpperCase());
    const distance = ({ occurredAt }: Unmatched) => Math.abs(+occurredAt - +claim.transferredAt);
    const candidates = transfers
      .filter(({ direction, amountVnd }) => direction === "in" && amountVnd === claim.amountVnd)
      .sort((one, other) => Number(mentions(other)) - Number(mentions(one)) || distance(one) - distance(other))
      .slice(0, mostCandidates);
    return { ...claim, candidates };
  });
}
