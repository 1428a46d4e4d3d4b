import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { formatNumber, formatTime, formatVnd } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";

/** Display names of the log's actions. An unknown one is shown as it is. */
export function useAuditWords() {
  const t = useTranslations("audit");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const say = (id: string, otherwise: string) => (t.has(id as "title") ? t(id as "title") : otherwise);
  return {
    action: (name: string) => say(`actions.${name}`, name),
    field: (name: string) => say(`fields.${name}`, name),
    value: (field: string, text: string) =>
      wordsOf(field, text, { locale, timeZone, none: t("none"), say: (value) => say(`values.${value}`, value) }),
  };
}

type Reader = {
  locale: Locale;
  timeZone?: string;
  /** The display name of a logged value, such as a role; an unknown one is returned as it is. */
  say: (text: string) => string;
  /** For a list without entries. */
  none: string;
};

const lists = new Set([
  "scopes",
  "allowedAddresses",
  "keyterms",
  "events",
  "keys",
  "endedKeys",
  "keptKeys",
  "endedEndpoints",
  "keptEndpoints",
]);
const moments = new Set(["expiresAt", "oldSecretUntil", "eventsFrom", "eventsTo"]);
const counts = new Set([
  "requestsPerMinute",
  "concurrentCalls",
  "retentionDays",
  "revokedKeys",
  "deliveries",
  "matched",
]);

/** A logged value for display: money, times, counts and lists in the reader's format. */
export function wordsOf(field: string, text: string, reader: Reader): string {
  if (lists.has(field) && text.startsWith("[")) {
    const parts = (JSON.parse(text) as unknown[]).map((part) => wordsOf(field, String(part), reader));
    return parts.join(", ") || reader.none;
  }
  if (/^-?\d+$/.test(text) && field.endsWith("Milli")) return formatVnd(BigInt(text), reader.locale);
  if (/^\d+$/.test(text) && counts.has(field)) return formatNumber(Number(text), reader.locale);
  if (moments.has(field)) return formatTime(new Date(text), reader.locale, reader.timeZone);
  return reader.say(text);
}
