import { useLocale, useTranslations } from "next-intl";
import { chooseLocaleAction } from "@/lib/platform/i18n/actions";
import { locales } from "@/lib/platform/i18n/locale";
import { ChoiceButtons } from "./choice-buttons";

export function LanguageSwitch() {
  const t = useTranslations("shell");
  return (
    <ChoiceButtons
      label={t("language")}
      name="locale"
      current={useLocale()}
      choices={locales.map((value) => ({ value, label: t(`languages.${value}`), lang: value }))}
      action={chooseLocaleAction}
    />
  );
}
