export const locales = ["vi", "en"] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "vi";

/** Where a browser keeps the language its reader chose. */
export const localeCookie = "vang.locale";

/** Dates are told in this zone until a person says otherwise. */
export const defaultTimeZone = "Asia/Ho_Chi_Minh";

export const isLocale = (text: unknown): text is Locale => locales.includes(text as Locale);
