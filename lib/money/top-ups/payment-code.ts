import "server-only";
import banks from "./banks.json";
import type { TopUpDetail } from "./list";
import { encodeVietQr } from "./vietqr";

const bankNames = new Map(banks.map(({ bin, name }) => [bin, name]));

/** A bank's name by its BIN; the BIN itself for one that is not on our list. */
export const bankName = (bin: string): string => bankNames.get(bin) ?? bin;

export const bankChoices: { value: string; label: string }[] = banks
  .map(({ bin, name }) => ({ value: bin, label: name }))
  .sort((one, other) => one.label.localeCompare(other.label, "vi"));

/** The banking apps that a link opens, by name. */
export const bankApps: { name: string; link: string }[] = banks
  .flatMap(({ name, appScheme }) => (appScheme ? [{ name, link: `${appScheme}://` }] : []))
  .sort((one, other) => one.name.localeCompare(other.name, "vi"));

/** The VietQR code that pays a top-up or the rest of it; null for one that is not paid by bank transfer. */
export function paymentCodeOf({ account, code, dueVnd }: TopUpDetail): string | null {
  if (!account || !code) return null;
  const { bin, number } = account;
  return encodeVietQr({
    initiation: "12",
    service: "QRIBFTTA",
    bin,
    account: number,
    amountVnd: dueVnd,
    memo: code,
  });
}
