export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** The cookie with the theme that the reader chose; the server renders it into the page, so nothing flashes. */
export const themeCookie = "vang.theme";

export const isTheme = (text: unknown): text is Theme => themes.includes(text as Theme);
