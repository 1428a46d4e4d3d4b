import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTranslator } from "use-intl/core";
import type { Locale } from "@/lib/platform/i18n/locale";

type Say = (id: string, values?: Record<string, string | number>) => string;

/** The messages of a language. Read as a file: Playwright does not import JSON. */
export function wordsOf(locale: Locale): Say {
  const messages = JSON.parse(readFileSync(join(import.meta.dirname, `../messages/${locale}.json`), "utf8"));
  return createTranslator({ locale, messages }) as Say;
}
