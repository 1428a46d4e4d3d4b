import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { withoutLinks } from "@/lib/platform/display-name-schema";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";

/** The second factors of a person as lines of an email: all of them, or those that are suspended. */
export async function nameFactors(
  tx: Transaction,
  userId: string,
  locale: Locale,
  { onlySuspended }: { onlySuspended: boolean },
): Promise<string> {
  const where = { userId, ...(onlySuspended && { suspendedAt: { not: null } }) };
  const apps = await tx.totpFactor.count({ where: { ...where, confirmedAt: { not: null } } });
  const passkeys = await tx.passkey.findMany({ where, orderBy: { createdAt: "asc" }, select: { name: true } });
  const codes = await tx.recoveryCode.count({ where: { ...where, usedAt: null } });
  const lines = [
    ...(apps > 0 ? [translate(locale, "mail.factors.app")] : []),
    ...passkeys.map(({ name }) => translate(locale, "mail.factors.passkey", { name: withoutLinks(name) })),
    ...(codes > 0 ? [translate(locale, "mail.factors.recoveryCodes", { count: codes })] : []),
  ];
  return lines.map((line) => `– ${line}`).join("\n");
}
