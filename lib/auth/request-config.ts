import { cookies } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { catalogues } from "@/lib/i18n/catalogues";
import { defaultLocale, defaultTimeZone, isLocale, localeCookie } from "@/lib/i18n/locale";
import { findViewer } from "./session";

/** The language, messages and time zone of one request to the console: the browser's choice, then the person's. */
export default getRequestConfig(async () => {
  const [jar, viewer] = await Promise.all([cookies(), findViewer()]);
  const chosen = jar.get(localeCookie)?.value;
  const locale = isLocale(chosen) ? chosen : (viewer?.locale ?? defaultLocale);
  return { locale, messages: catalogues[locale], timeZone: viewer?.timeZone ?? defaultTimeZone };
});
