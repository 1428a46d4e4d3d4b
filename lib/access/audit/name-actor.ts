import "server-only";
import type { Transaction } from "@/lib/platform/db";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";

/** The name of a person, or of a key with that of its service account, for a message. */
export async function nameActor(tx: Transaction, id: string): Promise<(locale: Locale) => string> {
  if (!id.startsWith("key_")) {
    const user = await tx.user.findUnique({ where: { id }, select: { name: true } });
    return () => user?.name ?? "–";
  }
  const select = { name: true, serviceAccount: { select: { name: true } } } as const;
  const key = await tx.apiKey.findUnique({ where: { id }, select });
  const name = [key?.serviceAccount?.name, key?.name ?? "–"].filter(Boolean).join(" · ");
  return (locale) => translate(locale, "webhooks.keyAsActor", { key: name });
}
