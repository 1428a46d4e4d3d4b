import { formatNumber, formatTime, formatVnd } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locale";

type Reader = {
  locale: Locale;
  timeZone?: string;
  /** What a value of the log's own, such as a role, is called; one that has no words comes back as it is. */
  say: (text: string) => string;
  /** For a list without entries. */
  none: string;
};

const lists = new Set(["scopes", "allowedAddresses"]);
const moments = new Set(["expiresAt", "oldSecretUntil"]);
const counts = new Set(["requestsPerMinute", "concurrentCalls", "retentionDays", "revokedKeys"]);

/** A logged value as its reader would write it: money, moments, counts and lists in their own form. */
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
