import { useTranslations } from "next-intl";

/** What the log's own names are called. One that has no words yet is shown as it stands. */
export function useAuditWords() {
  const t = useTranslations("audit");
  const say = (id: string, otherwise: string) => (t.has(id as "title") ? t(id as "title") : otherwise);
  return {
    action: (name: string) => say(`actions.${name}`, name),
    field: (name: string) => say(`fields.${name}`, name),
    value: (text: string) => say(`values.${text}`, text),
  };
}
