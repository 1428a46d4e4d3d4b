import "server-only";
import { catalogues } from "@/lib/i18n/catalogues";
import type { Locale } from "@/lib/i18n/locale";

type Values = Record<string, string | number>;

const find = (locale: Locale, id: string): unknown =>
  id.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], catalogues[locale]);

/** A message as Markdown: its `<c>` is code, other tags are left out. */
export function say(locale: Locale, id: string, values: Values = {}): string {
  const message = find(locale, id);
  if (typeof message !== "string") throw new Error(`There is no message ${id}.`);
  return message
    .replace(/<\/?c>/g, "`")
    .replace(/<\/?\w+>/g, "")
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Messages with a `title` and `words` each, as a list. */
export function sayList(locale: Locale, id: string, values: Values = {}): string {
  const entries = Object.entries(find(locale, id) as Record<string, unknown>);
  return entries
    .filter(([, entry]) => typeof entry === "object")
    .map(([key]) => `- **${say(locale, `${id}.${key}.title`)}.** ${say(locale, `${id}.${key}.words`, values)}`)
    .join("\n");
}
