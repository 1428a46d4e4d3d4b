import "server-only";
import { type Locale, locales } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { type ReadyReasons, readyReasons } from "./choices";

let known: Map<string, Record<Locale, string>> | undefined;

/** The texts of each ready-made reason, by its text in either language. */
function listKnown(): Map<string, Record<Locale, string>> {
  const texts = (Object.keys(readyReasons) as ReadyReasons[]).flatMap((of) =>
    readyReasons[of].map((name) => {
      const say = (locale: Locale) => translate(locale, `operator.readyReasons.${of}.${name}`);
      return { vi: say("vi"), en: say("en") };
    }),
  );
  return new Map(texts.flatMap((text) => locales.map((locale) => [text[locale], text] as const)));
}

/** An operator's reason for its reader: in their language if it was chosen from the list, otherwise as it was written. */
export function sayReason(reason: string, locale: Locale): string {
  known ??= listKnown();
  return known.get(reason.trim())?.[locale] ?? reason;
}
