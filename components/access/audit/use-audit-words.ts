import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { wordsOf } from "./value-words";

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
