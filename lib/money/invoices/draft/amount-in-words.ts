import { vndInWords } from "@/lib/money/top-ups/in-words";

/** An amount as Vietnamese invoices write it: `Một triệu hai trăm năm mươi nghìn đồng`. */
export function amountInWords(amountVnd: number): string {
  const words = vndInWords(BigInt(Math.abs(amountVnd)), "vi");
  const said = amountVnd < 0 ? `giảm ${words}` : words;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}
