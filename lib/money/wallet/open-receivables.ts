import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { AccountKind } from "@/prisma/generated/enums";

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
