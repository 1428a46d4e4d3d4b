import "server-only";
import { type Region, verbalize } from "vietnamese-text";
import type { Locale } from "@/lib/platform/i18n/locale";
import { normalizeText } from "@/lib/platform/text";
import { say } from "./messages";

/** It is free and needs no key, so that a text is short. */
export const maxReadingCharacters = 300;

const regions: readonly Region[] = ["north", "central", "south"];

/** How a text of a visitor is read; an example where there is none. Takes what a URL can contain. */
export function readPublicly(text: unknown, wanted: unknown, locale: Locale) {
  const given = typeof text === "string" && text.isWellFormed() ? normalizeText(text).trim() : "";
  const shown = [...(given || say(locale, "docs.reading.example"))].slice(0, maxReadingCharacters).join("");
  const region = regions.find((one) => one === wanted) ?? "north";
  const { spoken, changes } = verbalize(shown, { region });
  return {
    text: shown,
    region,
    spoken,
    changes: changes.map((change) => ({ written: change.written, spoken: change.spoken })),
  };
}
