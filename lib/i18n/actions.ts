"use server";

import { cookies } from "next/headers";
import { days } from "@/lib/clock";
import { env } from "@/lib/env";
import { isLocale, localeCookie } from "./locale";
import { isTheme, themeCookie } from "./theme";

/** Needs no account: it changes how this browser reads, and nothing else. */
export async function chooseLocaleAction(form: FormData): Promise<void> {
  const locale = form.get("locale");
  if (isLocale(locale)) await remember(localeCookie, locale);
}

export async function chooseThemeAction(form: FormData): Promise<void> {
  const theme = form.get("theme");
  if (isTheme(theme)) await remember(themeCookie, theme);
}

async function remember(name: string, value: string): Promise<void> {
  (await cookies()).set(name, value, { maxAge: days(365) / 1000, path: "/", sameSite: "lax", secure: env.secure });
}
