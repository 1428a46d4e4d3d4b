import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, sql, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { lockWallet } from "./lock-wallet";
import { postTransfer } from "./post-transfer";

export type GrantKind = "welcome" | "promotion" | "adjustment";

export type NewGrant = {
  businessId: string;
  kind: GrantKind;
  /** Above zero. */
  amountMilli: bigint;
  /** As of a transfer: what was given with the same reference is not given again. */
  reference: string;
  /** The operator's words, which the business reads. */
  reason?: string;
  expiresAt?: Date | null;
};

/** Gives a business free credit, which is spent before paid credit and never refunded. Returns false when it was given before. */
export async function giveCredit(tx: Transaction, grant: NewGrant): Promise<boolean> {
  const { businessId, kind, amountMilli, reference, reason = null, expiresAt = null } = grant;
  const debit = kind === "adjustment" ? "adjustment" : "promotion";
  const credit = { businessId, kind: "available" } as const;
  if (!(await postTransfer(tx, { debit, credit, amountMilli, kind, reference }))) return false;
  const row = { id: newId("grant"), businessId, kind, reason, amountMilli, remainingMilli: amountMilli, expiresAt };
  await tx.creditGrant.create({ data: { ...row, createdAt: clock.now() }, select: { id: true } });
  return true;
}

export type Grant = {
  id: string;
  kind: GrantKind;
  reason: string | null;
  amountMilli: bigint;
  remainingMilli: bigint;
  expiresAt: Date | null;
};

/** The free credit of a business that is left, in the order in which it is spent. */
async function listRemaining(tx: Pick<Transaction, "creditGrant">, businessId: string): Promise<Grant[]> {
  const rows = await tx.creditGrant.findMany({
    where: { businessId, remainingMilli: { gt: 0n } },
    orderBy: [{ expiresAt: { sort: "asc", nulls: "last" } }, { createdAt: "asc" }, { id: "asc" }],
    select: { id: true, kind: true, reason: true, amountMilli: true, remainingMilli: true, expiresAt: true },
  });
  return rows.map((row) => ({ ...row, kind: row.kind as GrantKind }));
}

const sumOf = (grants: readonly Grant[]) => grants.reduce((sum, { remainingMilli }) => sum + remainingMilli, 0n);

/** `freeMilli`: what of the available credit is free. What running jobs hold is free credit first. */
export type FreeCredit = { freeMilli: bigint; grants: Grant[] };

const above = (milli: bigint) => (milli > 0n ? milli : 0n);

export async function getFreeCredit(member: Member): Promise<FreeCredit> {
  requirePermission(member, "balance:read");
  return findFreeCredit(member.businessId);
}

/** Of a business whose balance the caller may read. */
export async function findFreeCredit(businessId: string, tx: Transaction = db): Promise<FreeCredit> {
  const grants = await listRemaining(tx, businessId);
  if (grants.length === 0) return { freeMilli: 0n, grants };
  const accounts = await tx.walletAccount.findMany({
    where: { businessId },
    select: { kind: true, balanceMilli: true },
  });
  const of = (kind: string) => accounts.find((account) => account.kind === kind)?.balanceMilli ?? 0n;
  const freeMilli = above(sumOf(grants) - of("held"));
  return { freeMilli: freeMilli < of("available") ? freeMilli : of("available"), grants };
}

/** Takes up to an amount out of the free credit's rows, as their credit is returned. The caller has called `lockWallet`. */
export async function returnGrants(tx: Transaction, businessId: string, amountMilli: bigint): Promise<void> {
  let restMilli = amountMilli;
  for (const { id, remainingMilli } of await listRemaining(tx, businessId)) {
    const milli = remainingMilli < restMilli ? remainingMilli : restMilli;
    if (milli > 0n) await returnGrant(tx, id, milli);
    restMilli -= milli;
  }
}

async function returnGrant(tx: Transaction, id: string, milli: bigint): Promise<void> {
  const data = { remainingMilli: { decrement: milli }, returnedMilli: { increment: milli } };
  await tx.creditGrant.update({ where: { id }, data, select: { id: true } });
}

const selectExpired = `SELECT id, business_id AS "businessId" FROM credit_grants WHERE remaining_milli > 0 AND expires_at <= $1
  ORDER BY expires_at, id LIMIT 200`;

/** What jobs hold that began before is kept, and expires once they end without a charge. Returns how many expired. */
export async function expireGrants(): Promise<number> {
  let expired = 0;
  for (const { id, businessId } of await sql<{ id: string; businessId: string }>(undefined, selectExpired, [
    clock.now(),
  ])) {
    try {
      if (await db.$transaction((tx) => expireGrant(tx, id, businessId))) expired++;
    } catch (error) {
      log.error({ businessId, grantId: id, reason: (error as Error).message }, "free credit could not be expired");
    }
  }
  return expired;
}

async function expireGrant(tx: Transaction, id: string, businessId: string): Promise<boolean> {
  const { available } = await lockWallet(tx, businessId, ["promotion"]);
  const grants = await listRemaining(tx, businessId);
  const place = grants.findIndex((grant) => grant.id === id);
  const grant = grants[place];
  if (!grant?.expiresAt) return false;
  const [held] = await tx.$queryRaw<{ milli: bigint }[]>`
    SELECT coalesce(sum(amount_milli), 0)::bigint AS milli FROM holds
    WHERE status = 'open' AND business_id = ${businessId} AND created_at < ${grant.expiresAt}::timestamptz`;
  const keptMilli = above((held?.milli ?? 0n) - sumOf(grants.slice(0, place)));
  const restMilli = above(grant.remainingMilli - keptMilli);
  // Less is available where jobs that began since hold the rest: they spend it.
  const amountMilli = restMilli < available ? restMilli : available;
  if (amountMilli === 0n) return false;
  const debit = { businessId, kind: "available" } as const;
  const reference = `expiry:${id}:${grant.remainingMilli}`;
  await postTransfer(tx, { debit, credit: "promotion", amountMilli, kind: "expiry", reference });
  await returnGrant(tx, id, amountMilli);
  return true;
}

/** Returns the amount. Throws CONFLICT for a hold, a debt, or a đồng or more of paid credit: no bank pays less out. */
export async function forfeitCredit(tx: Transaction, businessId: string, reference: string): Promise<bigint> {
  const { available: amountMilli, held, receivable } = await lockWallet(tx, businessId);
  if (held !== 0n) throw new AppError("CONFLICT", { message: "businesses.callsRunning" });
  if (receivable !== 0n) throw new AppError("CONFLICT", { message: "businesses.moneyOwed" });
  if (amountMilli === 0n) return 0n;
  const paidMilli = await netPaid(tx, businessId);
  const refundableMilli = paidMilli < amountMilli ? paidMilli : amountMilli;
  if (refundableMilli >= 1000n) throw new AppError("CONFLICT", { message: "businesses.balanceLeft" });
  const debit = { businessId, kind: "available" } as const;
  await postTransfer(tx, { debit, credit: "promotion", amountMilli, kind: "forfeit", reference });
  await returnGrants(tx, businessId, amountMilli);
  return amountMilli;
}

/** What is left of payments. Given credit counts as spent first: payments are spent so far as charges exceeded it. */
export async function netPaid(tx: Transaction, businessId: string): Promise<bigint> {
  const [paid] = await tx.$queryRaw<{ amountMilli: bigint }[]>`
    WITH own AS (
      SELECT id, kind FROM wallet_accounts WHERE business_id = ${businessId} AND kind IN ('available', 'held')
    ), moved AS (
      SELECT t.id, t.created_at, t.kind, t.amount_milli * CASE WHEN t.credit_account_id = own.id THEN 1 ELSE -1 END AS milli
      FROM transfers t JOIN own ON own.id IN (t.credit_account_id, t.debit_account_id)
      WHERE own.kind = 'available' AND t.kind NOT IN ('hold', 'release') OR own.kind = 'held' AND t.kind = 'charge'
    ), spent AS (
      SELECT kind, milli, sum(CASE WHEN kind IN ('charge', 'adjustment', 'welcome', 'promotion', 'expiry', 'forfeit') THEN -milli ELSE 0 END)
        OVER (ORDER BY created_at, id) AS milli_of_payments
      FROM moved
    )
    SELECT (coalesce(sum(milli) FILTER (WHERE kind IN ('top_up', 'claim', 'reversal', 'refund')), 0)
      - greatest(coalesce(max(milli_of_payments), 0), 0))::bigint AS "amountMilli"
    FROM spent`;
  return paid?.amountMilli ?? 0n;
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/**
 * Gives a business whose free credit has no rows one row: what is left of what it was given, and the revenue from the
 * rest. Does nothing for a business that has rows, or that was given nothing.
 */
export async function recordMissingGrant(tx: Transaction, businessId: string): Promise<void> {
  const isRecorded = () => tx.creditGrant.findFirst({ where: { businessId }, select: { id: true } });
  if (await isRecorded()) return;
  const { available, held } = await lockWallet(tx, businessId, ["revenue", "promotional_revenue"]);
  if (await isRecorded()) return;
  const [given] = await tx.$queryRaw<{ amountMilli: bigint | null; returnedMilli: bigint | null; at: Date | null }[]>`
    SELECT sum(t.amount_milli) FILTER (WHERE t.credit_account_id = a.id)::bigint AS "amountMilli", min(t.created_at) AS at,
      sum(t.amount_milli) FILTER (WHERE t.debit_account_id = a.id)::bigint AS "returnedMilli"
    FROM wallet_accounts a JOIN transfers t ON a.id IN (t.credit_account_id, t.debit_account_id)
    WHERE a.business_id = ${businessId} AND a.kind = 'available' AND t.kind IN ('welcome', 'adjustment', 'forfeit')`;
  if (!given?.amountMilli || !given.at) return;
  const { amountMilli, returnedMilli: takenMilli } = given;
  const leftMilli = available + held - (await netPaid(tx, businessId));
  const remainingMilli = least(leftMilli > 0n ? leftMilli : 0n, amountMilli);
  const goneMilli = amountMilli - remainingMilli;
  const returnedMilli = least(takenMilli ?? 0n, goneMilli);
  const row = { id: newId("grant"), businessId, kind: "welcome", amountMilli, remainingMilli, returnedMilli };
  await tx.creditGrant.create({ data: { ...row, createdAt: given.at }, select: { id: true } });
  const spentMilli = goneMilli - returnedMilli;
  if (spentMilli === 0n) return;
  const sides = { debit: "revenue", credit: "promotional_revenue", kind: "promotional" } as const;
  await postTransfer(tx, { ...sides, amountMilli: spentMilli, reference: `promotional:${businessId}` });
}

/** Books what a sample of the front page would have cost: the platform gives it away, as it does with free credit. */
export async function paySample(reference: string, amountMilli: bigint): Promise<void> {
  const sides = { debit: "promotion", credit: "promotional_revenue", kind: "promotional" } as const;
  await db.$transaction((tx) => postTransfer(tx, { ...sides, amountMilli, reference }));
}
