import "server-only";
import { verbalize } from "vietnamese-text";
import type { Locale } from "@/lib/platform/i18n/locale";
import { vndInEnglish } from "@/lib/platform/i18n/vnd";

/** `một trăm năm mươi triệu đồng`, `one hundred fifty million đồng`. */
export const vndInWords = (amountVnd: bigint, locale: Locale): string =>
  locale === "vi" ? verbalize(`${amountVnd} đồng`, { region: "north" }).spoken : vndInEnglish(amountVnd);

/** An amount as Vietnamese invoices write it: `Một triệu hai trăm năm mươi nghìn đồng`. */
export function amountInWords(amountVnd: number): string {
  const words = vndInWords(BigInt(Math.abs(amountVnd)), "vi");
  const said = amountVnd < 0 ? `giảm ${words}` : words;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}
