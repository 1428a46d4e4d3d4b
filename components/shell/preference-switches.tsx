import { clsx } from "clsx";
import { cookies } from "next/headers";
import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { chooseLocaleAction, chooseThemeAction } from "@/lib/platform/i18n/actions";
import { locales } from "@/lib/platform/i18n/locale";
import { isTheme, themeCookie, themes } from "@/lib/platform/i18n/theme";

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

type ChoiceButtonsProps = {
  label: string;
  name: string;
  current: string;
  choices: readonly { value: string; label: string; lang?: string }[];
  action: (form: FormData) => Promise<void>;
};

/** A preference of a few choices that applies when clicked, also before scripts load. */
export function ChoiceButtons({ label, name, current, choices, action }: ChoiceButtonsProps) {
  return (
    <form action={action}>
      <fieldset className="inline-flex gap-0.5">
        <legend className="sr-only">{label}</legend>
        {choices.map(({ value, label, lang }) => (
          <button
            key={value}
            type="submit"
            lang={lang}
            name={name}
            value={value}
            aria-pressed={value === current}
            className={clsx(
              "h-8 rounded-small px-2 text-sm transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11",
              value === current
                ? "font-medium text-ink underline decoration-2 decoration-ink underline-offset-6"
                : "text-muted",
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
