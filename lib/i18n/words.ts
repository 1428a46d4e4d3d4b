import "server-only";
import { createTranslator } from "use-intl/core";
import { log } from "@/lib/log";
import { catalogues } from "./catalogues";
import type { Locale } from "./locale";

type Say = (id: string, values?: Record<string, string | number>) => string;

const speakers: Partial<Record<Locale, Say>> = {};

function makeSpeaker(locale: Locale): Say {
  return createTranslator({
    locale,
    messages: catalogues[locale],
    onError: (error) => log.error({ locale, reason: error.message }, "a word is missing"),
  }) as Say;
}

/**
 * The words of a catalogue id such as `errors.NOT_FOUND`, for what lies outside a page: the public API, mail, actions.
 * An id nobody wrote comes back as itself.
 */
export function say(locale: Locale, id: string, values?: Record<string, string | number>): string {
  speakers[locale] ??= makeSpeaker(locale);
  return speakers[locale](id, values);
}
