import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { chooseThemeAction } from "@/lib/platform/i18n/actions";
import { isTheme, themeCookie, themes } from "@/lib/platform/i18n/theme";
import { ChoiceButtons } from "./choice-buttons";

export async function ThemeSwitch() {
  const t = await getTranslations("shell");
  const chosen = (await cookies()).get(themeCookie)?.value;
  return (
    <ChoiceButtons
      label={t("theme")}
      name="theme"
      current={isTheme(chosen) ? chosen : "system"}
      choices={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
      action={chooseThemeAction}
    />
  );
}
