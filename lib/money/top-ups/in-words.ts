import "server-only";
import { verbalize } from "vietnamese-text";
import type { Locale } from "@/lib/platform/i18n/locale";
import { vndInEnglish } from "@/lib/platform/i18n/vnd";

/** `một trăm năm mươi triệu đồng`, `one hundred fifty million đồng`. */
export const vndInWords = (amountVnd: bigint, locale: Locale): string =>
  locale === "vi" ? verbalize(`${amountVnd} đồng`, { region: "north" }).spoken : vndInEnglish(amountVnd);
