import "server-only";
import { staffCan } from "@/lib/access/principals/roles";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { refundMemo } from "@/lib/money/refunds/approve";
import { refundState } from "@/lib/money/refunds/decide";
import { payeeContext } from "@/lib/money/refunds/request";
import { payeeSchema } from "@/lib/money/refunds/schema";
import { bankName } from "@/lib/money/top-ups/payment-code";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db, sql } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import { namedWithState, withState } from "../businesses/named";
import { listActsAbout } from "../history";
import type { RefundFilter, RefundState } from "./schema";

const business = { select: { id: true, slug: true, name: true } } as const;

const pageSize = 40;

const stateOf = ({ status, approvedAt }: { status: string; approvedAt: Date | null }): RefundState =>
  status === "open" && approvedAt ? "approved" : (status as RefundState);

/** Refunds of all businesses, the newest first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listRefunds(staff: StaffMember, { state }: RefundFilter, cursor?: string) {
  requireRight(staff, "read");
  const isOpen = state === "open" || state === "approved";
  const found = await db.refundRequest.findMany({
    where: {
      status: isOpen ? "open" : state,
      ...(isOpen && { approvedAt: state === "open" ? null : { not: null } }),
      AND: afterCursor(cursor),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, amountMilli: true, status: true, approvedAt: true, createdAt: true, business },
    take: pageSize + 1,
  });
  const { rows, next } = cutPage(found, pageSize);
  return { rows: rows.map((row) => ({ ...row, state: stateOf(row) })), next };
}

export type RefundListRow = Awaited<ReturnType<typeof listRefunds>>["rows"][number];

/** A refund with the account to pay to, for those who move money. Throws NOT_FOUND. */
export async function findRefund(staff: StaffMember, id: string) {
  requireRight(staff, "read");
  const include = { business: namedWithState, requestedBy: { select: { name: true } } } as const;
  const refund = await db.refundRequest.findUnique({ where: { id }, include });
  if (!refund) throw new AppError("NOT_FOUND");
  const { encryptedPayee, ...row } = refund;
  const state = stateOf(refund);
  const amountVnd = refund.amountMilli / 1000n;
  const [outgoing, history] = await Promise.all([
    refund.status === "open"
      ? db.bankTransfer.findMany({
          where: { amountVnd, direction: "out", status: "unmatched" },
          orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
          select: { id: true, reference: true, occurredAt: true },
          take: 20,
        })
      : [],
    listActsAbout(id, ["refundId"]),
  ]);
  const mayPay = staffCan(staff.role, "money");
  const payee =
    encryptedPayee && mayPay ? payeeSchema.parse(JSON.parse(decrypt(encryptedPayee, payeeContext(id)))) : null;
  return {
    ...row,
    business: withState(row.business),
    state,
    /** What the forms of its acts send back. */
    seen: refundState(refund),
    payee: payee && { ...payee, bank: bankName(payee.bin) },
    memo: refundMemo(id),
    outgoing,
    history,
  };
}

export type RefundDetail = Awaited<ReturnType<typeof findRefund>>;

export type Receivable = {
  business: { id: string; slug: string; name: string };
  owedMilli: bigint;
  /** When its debt began, as far as the ledger shows it. */
  since: Date | null;
  isSuspended: boolean;
};

const owing = `SELECT b.id, b.slug, b.name, -a.balance_milli AS "owedMilli", b.suspended_at IS NOT NULL AS "isSuspended",
    (SELECT min(t.created_at) FROM transfers t WHERE t.debit_account_id = a.id AND t.created_at > coalesce(
      (SELECT max(s.created_at) FROM transfers s WHERE s.credit_account_id = a.id), '-infinity')) AS since
  FROM wallet_accounts a JOIN businesses b ON b.id = a.business_id
  WHERE a.kind = 'receivable' AND a.balance_milli < 0 ORDER BY a.balance_milli, b.id LIMIT 500`;

type Owing = Receivable["business"] & Omit<Receivable, "business">;

export async function listReceivables(staff: StaffMember): Promise<Receivable[]> {
  requireRight(staff, "read");
  const rows = await sql<Owing>(undefined, owing, []);
  return rows.map(({ id, slug, name, ...row }) => ({ business: { id, slug, name }, ...row }));
}
