import { cookies } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { catalogues } from "./catalogues";
import { defaultLocale, defaultTimeZone, isLocale, localeCookie } from "./locale";

/** The language and words of one request to the console. */
export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(localeCookie)?.value;
  const locale = isLocale(chosen) ? chosen : defaultLocale;
  return { locale, messages: catalogues[locale], timeZone: defaultTimeZone };
});
