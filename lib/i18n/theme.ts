export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** Where a browser keeps the theme its reader chose; the server stamps it on the page, so nothing flashes. */
export const themeCookie = "vang.theme";

export const isTheme = (text: unknown): text is Theme => themes.includes(text as Theme);
