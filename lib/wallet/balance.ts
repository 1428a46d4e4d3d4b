import "server-only";
import { db } from "@/lib/db";
import { type Member, requirePermission } from "@/lib/principals/member";

export type Balance = {
  /** Available to new calls, in thousandths of a đồng. */
  availableMilli: bigint;
  /** Held for running calls. */
  heldMilli: bigint;
};

export async function getBalance(member: Member): Promise<Balance> {
  requirePermission(member, "balance:read");
  const accounts = await db.walletAccount.findMany({
    where: { businessId: member.businessId, kind: { in: ["available", "held"] } },
    select: { kind: true, balanceMilli: true },
  });
  const of = (kind: string) => accounts.find((account) => account.kind === kind)?.balanceMilli ?? 0n;
  return { availableMilli: of("available"), heldMilli: of("held") };
}
