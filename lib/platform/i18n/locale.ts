export const locales = ["vi", "en"] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "vi";

/** The cookie with the language that the reader chose. */
export const localeCookie = "vang.locale";

/** Dates are shown in this zone until a person chooses another. */
export const defaultTimeZone = "Asia/Ho_Chi_Minh";

export const isLocale = (text: unknown): text is Locale => locales.includes(text as Locale);
