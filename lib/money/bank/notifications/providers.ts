import { env } from "@/lib/platform/env";
import { casso } from "./casso";
import { payos } from "./payos";
import type { BankSecrets, Provider, ProviderName } from "./provider";
import { sepay, sepayList } from "./sepay";

export const providers: Record<ProviderName, Provider> = { sepay, casso, payos };

/** What stored notifications are read by: also the entries of SePay's list are stored as such. */
export const sources: Record<string, Pick<Provider, "parse">> = { ...providers, sepay_list: sepayList };

const secretsOf: Record<ProviderName, readonly (keyof BankSecrets)[]> = {
  sepay: ["SEPAY_API_KEYS", "SEPAY_WEBHOOK_SECRETS"],
  casso: ["CASSO_CHECKSUM_KEYS"],
  payos: ["PAYOS_CHECKSUM_KEYS"],
};

/** Whether the settings have a secret that verifies the provider's notifications. */
export const isSetUp = (name: ProviderName): boolean => secretsOf[name].some((secrets) => env[secrets].length > 0);
