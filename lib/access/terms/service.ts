import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";

/** Throws INVALID_REQUEST if the operator has terms and `version` is not the current one: it is the one that was read. */
export function requireCurrentTerms(version: string | undefined): void {
  if (env.terms && version !== env.terms.version)
    throw new AppError("INVALID_REQUEST", { message: "auth.terms.required", param: "terms" });
}

/** Records that a person accepts the current terms; nothing where the operator has none. */
export async function acceptTerms(tx: Transaction, userId: string): Promise<void> {
  if (!env.terms) return;
  const data = { userId, version: env.terms.version, acceptedAt: clock.now() };
  await tx.termsAcceptance.createMany({ data, skipDuplicates: true });
}

/** The current terms if the viewer has not accepted this version of them; null if there is nothing to accept. */
export async function findTermsToAccept({ userId }: Viewer): Promise<{ url: string; version: string } | null> {
  if (!env.terms) return null;
  const where = { userId_version: { userId, version: env.terms.version } };
  return (await db.termsAcceptance.findUnique({ where, select: { version: true } })) ? null : env.terms;
}
