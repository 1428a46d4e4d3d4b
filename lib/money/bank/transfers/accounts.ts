import { env } from "@/lib/platform/env";

/** The account that a virtual one is of; otherwise the account itself. */
export const mainAccount = (number: string): string =>
  env.BANK_VIRTUAL_ACCOUNTS.find(({ virtual }) => virtual === number)?.main ?? number;

/** The account with all that are declared as its virtual ones, or whose virtual one it is. */
export function accountsWith(number: string): string[] {
  const main = mainAccount(number);
  return [main, ...env.BANK_VIRTUAL_ACCOUNTS.filter((pair) => pair.main === main).map(({ virtual }) => virtual)];
}

/** Whether one is declared as the virtual account of the other. Two virtual ones of an account are not a pair. */
export const arePaired = (one: string, other: string): boolean =>
  env.BANK_VIRTUAL_ACCOUNTS.some(
    ({ main, virtual }) => (main === one && virtual === other) || (main === other && virtual === one),
  );

/** Whether the settings name the account. */
export const isDeclared = (number: string): boolean =>
  env.BANK_ACCOUNTS.some((account) => account.number === number) ||
  env.BANK_VIRTUAL_ACCOUNTS.some(({ main, virtual }) => main === number || virtual === number);
