import { useTranslations } from "next-intl";

/** The common name of a browser and its system, or "unknown". */
export function useDeviceName() {
  const t = useTranslations("signInLog");
  return ({ browser, system }: { browser: string | null; system: string | null }): string => {
    const known = browser ?? t("unknownBrowser");
    return system ? t("browserOn", { browser: known, system }) : known;
  };
}
