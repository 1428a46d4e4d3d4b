"use server";

import { beginAction } from "@/lib/platform/page-status";
import { rememberChoice } from "./choice";
import { isLocale, localeCookie } from "./locale";
import { isTheme, themeCookie } from "./theme";

/** Needs no account: it changes this browser's language, and nothing else. */
export async function chooseLocaleAction(form: FormData): Promise<void> {
  beginAction(form);
  const locale = form.get("locale");
  if (isLocale(locale)) await rememberChoice(localeCookie, locale);
}

export async function chooseThemeAction(form: FormData): Promise<void> {
  beginAction(form);
  const theme = form.get("theme");
  if (isTheme(theme)) await rememberChoice(themeCookie, theme);
}
