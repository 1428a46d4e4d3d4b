import { parseAccept } from "hono/utils/accept";
import { defaultLocale, isLocale, type Locale } from "./locale";

/** The language of Accept-Language that we have; English where we have none of them, Vietnamese without the header. */
export function preferredLocale(acceptLanguage: string | null | undefined): Locale {
  const wanted = parseAccept(acceptLanguage ?? "").filter(({ type, q }) => q > 0 && type !== "*");
  if (wanted.length === 0) return defaultLocale;
  return wanted.map(({ type }) => type.toLowerCase().split("-")[0]).find(isLocale) ?? "en";
}
