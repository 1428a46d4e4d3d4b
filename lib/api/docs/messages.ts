import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "@/lib/platform/i18n/locale";

type Values = Record<string, string | number>;

/** The messages as they are written: pages import them compiled. */
const written: Partial<Record<Locale, unknown>> = {};

function findMessage(locale: Locale, id: string): unknown {
  written[locale] ??= JSON.parse(readFileSync(join(process.cwd(), "messages", `${locale}.json`), "utf8"));
  let message: unknown = written[locale];
  for (const key of id.split(".")) message = (message as Record<string, unknown> | undefined)?.[key];
  return message;
}

/** A message as Markdown: its `<c>` is code, other tags are left out. */
export function say(locale: Locale, id: string, values: Values = {}): string {
  const message = findMessage(locale, id);
  if (typeof message !== "string") throw new Error(`There is no message ${id}.`);
  return message
    .replace(/<\/?c>/g, "`")
    .replace(/<\/?\w+>/g, "")
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Messages with a `title` and `words` each, as pairs. */
export const sayPairs = (locale: Locale, id: string, values: Values = {}): [title: string, words: string][] =>
  Object.keys(findMessage(locale, id) as Record<string, unknown>).map((key) => [
    say(locale, `${id}.${key}.title`),
    say(locale, `${id}.${key}.words`, values),
  ]);
