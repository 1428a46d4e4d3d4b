import { verbalize } from "vietnamese-text";

/** An amount as Vietnamese invoices write it: `Một triệu hai trăm năm mươi nghìn đồng`. */
export function amountInWords(amountVnd: number): string {
  const digits = String(Math.abs(amountVnd)).replace(/\B(?=(\d{3})+$)/g, ".");
  const words = verbalize(`${digits} đồng`, { region: "north" }).spoken.trim().replace(/\.$/, "");
  const said = amountVnd < 0 ? `giảm ${words}` : words;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}
