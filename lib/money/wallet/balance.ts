import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";

export type Balance = {
  /** Available to new calls, in thousandths of a đồng. */
  availableMilli: bigint;
  heldMilli: bigint;
};

export async function getBalance(member: Member): Promise<Balance> {
  requirePermission(member, "balance:read");
  return findBalance(member.businessId);
}

/** What every test key reads. */
const testBalance: Balance = { availableMilli: 1_000_000_000n, heldMilli: 0n };

/** The operation has checked the scope. A test key never learns the real balance: it reads one that stays the same. */
export const getCallerBalance = async (caller: Caller): Promise<Balance> =>
  caller.mode === "test" ? testBalance : findBalance(caller.businessId);

async function findBalance(businessId: string): Promise<Balance> {
  const accounts = await db.walletAccount.findMany({
    where: { businessId, kind: { in: ["available", "held"] } },
    select: { kind: true, balanceMilli: true },
  });
  const of = (kind: string) => accounts.find((account) => account.kind === kind)?.balanceMilli ?? 0n;
  return { availableMilli: of("available"), heldMilli: of("held") };
}

/** What a business owes after its bank took a payment back; the next payment settles it first. */
export async function getOwed(member: Member): Promise<bigint> {
  requirePermission(member, "billing:read");
  const { businessId } = member;
  const account = await db.walletAccount.findFirst({
    where: { businessId, kind: "receivable" },
    select: { balanceMilli: true },
  });
  return -(account?.balanceMilli ?? 0n);
}
