import "server-only";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { supportContacts } from "@/lib/platform/mail/support";

/** The contact that an email names: the support contact, or the operator in general where none is set. */
export function mailContact(locale: Locale): string {
  const [contact] = supportContacts();
  return contact?.text ?? translate(locale, "suspension.operator");
}
