import "server-only";
import type { Transaction } from "@/lib/platform/db";

/** It is then neither archived nor suspended. Taken before the wallet, as archiving does. Returns false if archived. */
export async function lockBusiness(tx: Transaction, businessId: string): Promise<boolean> {
  const [business] = await tx.$queryRaw<{ archived: boolean }[]>`
    SELECT archived_at IS NOT NULL AS archived FROM businesses WHERE id = ${businessId} FOR NO KEY UPDATE`;
  return business?.archived === false;
}
