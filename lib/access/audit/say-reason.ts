import "server-only";
import { type Locale, locales } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { type ReadyReasons, readyReasonIds, readyReasons } from "./ready-reasons";

let ids: Map<string, string> | undefined;

/** The id of each ready-made reason, by its text in either language. */
function idsByText(): Map<string, string> {
  const all = (Object.keys(readyReasons) as ReadyReasons[]).flatMap(readyReasonIds);
  const idOf = (id: string) => `operator.readyReasons.${id}`;
  return new Map(locales.flatMap((locale) => all.map((id) => [translate(locale, idOf(id)), idOf(id)] as const)));
}

/** An operator's reason for its reader: in their language if it was chosen from the list, otherwise as it was written. */
export function sayReason(reason: string, locale: Locale): string {
  ids ??= idsByText();
  const id = ids.get(reason.trim());
  return id ? translate(locale, id) : reason;
}
