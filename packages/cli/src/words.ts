import { cli as en } from "../../../messages/en.json";
import { cli as vi } from "../../../messages/vi.json";

export type Language = "vi" | "en";

type IdsOf<Texts, At extends string> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? `${At}${Key}` : IdsOf<Texts[Key], `${At}${Key}.`>;
}[keyof Texts & string];

export type TextId = IdsOf<typeof vi, "cli.">;

type Texts = { [key: string]: string | Texts };

const catalogues: Record<Language, Texts> = { vi, en };

/** The language of this run: English until the options and the environment are read. */
let language: Language = "en";

export const currentLanguage = (): Language => language;

export const setLanguage = (chosen: Language): void => {
  language = chosen;
};

/** The language of the user's terminal, by the variables of POSIX in their order. */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language {
  return (LC_ALL || LC_MESSAGES || LANG || "").startsWith("vi") ? "vi" : "en";
}

/** A text in the user's language, with its values in place of `{name}`. */
export function say(id: TextId, values: Record<string, string | number> = {}): string {
  let found: string | Texts | undefined = { cli: catalogues[language] };
  for (const part of id.split(".")) found = (found as Texts)[part];
  return String(found).replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

const tags = { vi: "vi-VN", en: "en-US" };

export const formatNumber = (value: number, digits = 3): string =>
  new Intl.NumberFormat(tags[language], { maximumFractionDigits: digits }).format(value);

export const formatVnd = (vnd: number): string => `${formatNumber(vnd)} ₫`;
