import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** Two changes at once would each count without the other: one waits here for the other. */
export const lockFactors = (tx: Transaction, userId: string) =>
  tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;

/**
 * After a factor was removed in `tx`, under `lockFactors`: if it was the last, the recovery codes are removed too.
 * Returns whether it was. Throws CONFLICT if a business the person works in, or the operator's desk, requires a second factor.
 */
export async function settleRemoval(tx: Transaction, userId: string): Promise<boolean> {
  const passkeys = await tx.passkey.count({ where: { userId } });
  const apps = await tx.totpFactor.count({ where: { userId, confirmedAt: { not: null } } });
  if (passkeys + apps > 0) return false;
  const strict = await tx.membership.findFirst({
    where: { userId, business: { requiresTwoFactor: true, archivedAt: null } },
    orderBy: { createdAt: "asc" },
    select: { business: { select: { name: true } } },
  });
  if (strict) {
    throw new AppError("CONFLICT", { message: "twoFactor.required", values: { business: strict.business.name } });
  }
  if ((await tx.staffMember.count({ where: { userId } })) > 0)
    throw new AppError("CONFLICT", { message: "twoFactor.staffRequired" });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  return true;
}
