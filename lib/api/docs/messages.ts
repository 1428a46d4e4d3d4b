import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "@/lib/platform/i18n/locale";

type Values = Record<string, string | number>;

const read: Partial<Record<Locale, unknown>> = {};

/** The messages as they are written: pages import them compiled. */
function messagesIn(locale: Locale): unknown {
  read[locale] ??= JSON.parse(readFileSync(join(process.cwd(), "messages", `${locale}.json`), "utf8"));
  return read[locale];
}

const find = (locale: Locale, id: string): unknown =>
  id.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], messagesIn(locale));

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
  return Object.keys(find(locale, id) as Record<string, unknown>)
    .map((key) => `- **${say(locale, `${id}.${key}.title`)}.** ${say(locale, `${id}.${key}.words`, values)}`)
    .join("\n");
}
