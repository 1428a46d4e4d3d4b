import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { catalogues } from "@/lib/platform/i18n/catalogues";
import { defaultTimeZone, isLocale, localeCookie } from "@/lib/platform/i18n/locale";
import { preferredLocale } from "@/lib/platform/i18n/preferred-locale";
import { findViewer } from "./session";

/** The language is what was chosen in this browser, then what the person chose, then what the browser asks for. */
export default getRequestConfig(async () => {
  const [jar, sent, viewer] = await Promise.all([cookies(), headers(), findViewer()]);
  const chosen = jar.get(localeCookie)?.value;
  const locale = isLocale(chosen) ? chosen : (viewer?.chosenLocale ?? preferredLocale(sent.get("accept-language")));
  return { locale, messages: catalogues[locale], timeZone: viewer?.timeZone ?? defaultTimeZone };
});
