import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { AccountKind } from "@/prisma/generated/enums";

export type Wallet = Record<"available" | "held" | "receivable", bigint>;

/** Locks `besides` too, in the order of every movement (see settle.ts). Balances stay until the transaction ends. */
export async function lockWallet(tx: Transaction, businessId: string, besides: Account[] = []): Promise<Wallet> {
  await openReceivables(tx, besides);
  const platform = besides.flatMap((account) => (typeof account === "string" ? [`acc_${account}`] : []));
  const businesses = besides.flatMap((account) => (typeof account === "string" ? [] : [account.businessId]));
  const accounts = await tx.$queryRaw<{ businessId: string | null; kind: keyof Wallet; balanceMilli: bigint }[]>`
    SELECT business_id AS "businessId", kind::text, balance_milli AS "balanceMilli" FROM wallet_accounts
    WHERE business_id = ANY (${[businessId, ...businesses]}::text[]) OR id = ANY (${platform}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
  const own = accounts.filter((account) => account.businessId === businessId);
  const of = (kind: keyof Wallet) => own.find((account) => account.kind === kind)?.balanceMilli ?? 0n;
  return { available: of("available"), held: of("held"), receivable: of("receivable") };
}

export type PlatformAccount = Exclude<AccountKind, "available" | "held">;

/** Without `held`, which only the statements for holds change, together with a hold. */
export type Account = PlatformAccount | { businessId: string; kind: "available" | "receivable" };

/** Call it before locking any account, because two transactions that create the same one wait for each other. */
export async function openReceivables(tx: Transaction, accounts: Account[]): Promise<void> {
  const data = accounts.flatMap((account) =>
    typeof account !== "string" && account.kind === "receivable" ? [{ ...account, id: newId("account") }] : [],
  );
  if (data.length > 0) await tx.walletAccount.createMany({ data, skipDuplicates: true });
}
