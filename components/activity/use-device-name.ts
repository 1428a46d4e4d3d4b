import { useTranslations } from "next-intl";

/** A browser and its system as people call them; one nobody knows is called that. */
export function useDeviceName() {
  const t = useTranslations("activity");
  return ({ browser, system }: { browser: string | null; system: string | null }): string => {
    const known = browser ?? t("unknownBrowser");
    return system ? t("browserOn", { browser: known, system }) : known;
  };
}
