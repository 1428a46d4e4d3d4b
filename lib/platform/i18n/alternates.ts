import { type Locale, locales } from "./locale";

/** The URLs of a public page in each language, for search engines. */
export const alternatesOf = (path: string, locale: Locale) => {
  const below = path === "/" ? "" : path;
  return {
    canonical: `/${locale}${below}`,
    languages: Object.fromEntries(locales.map((other) => [other, `/${other}${below}`])),
  };
};
