import "server-only";
import { createTranslator } from "use-intl/core";
import { log } from "@/lib/platform/log";
import { catalogues } from "./catalogues";
import type { Locale } from "./locale";

type Translator = (id: string, values?: Record<string, string | number>) => string;

const translators: Partial<Record<Locale, Translator>> = {};

/** By an id such as `errors.NOT_FOUND`, outside pages: for API, emails, actions. An unknown id is returned as it is. */
export function translate(locale: Locale, id: string, values?: Record<string, string | number>): string {
  translators[locale] ??= createTranslator({
    locale,
    messages: catalogues[locale],
    onError: (error) => log.error({ locale, reason: error.message }, "a message is missing"),
  }) as Translator;
  return translators[locale](id, values);
}
