import { useTranslations } from "next-intl";
import type { Said } from "@/lib/speech/history/by-request";

/** The sentence of an error: the one of its response where that is stored, or else the code's. */
export function useErrorText(): (code: string, said?: Said | null) => string {
  const t = useTranslations();
  return (code, said) => {
    const { id, values } = said && t.has(said.id) ? said : { id: `errors.${code}`, values: {} };
    return t.has(id) ? t(id, values) : code;
  };
}
