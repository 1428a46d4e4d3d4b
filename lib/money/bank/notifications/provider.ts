import type { BankReport } from "@/lib/money/bank/transfers/report";

export const providerNames = ["sepay", "casso", "payos"] as const;

export type ProviderName = (typeof providerNames)[number];

/** Each is a list, so that a new secret is accepted before the former one is removed. */
export type BankSecrets = {
  SEPAY_API_KEYS: readonly string[];
  SEPAY_WEBHOOK_SECRETS: readonly string[];
  CASSO_CHECKSUM_KEYS: readonly string[];
  PAYOS_CHECKSUM_KEYS: readonly string[];
};

export type Verdict = { isVerified: true; by: string } | { isVerified: false; reason: string };

export const refuse = (reason: string): Verdict => ({ isVerified: false, reason });

export type Provider = {
  verify(headers: Headers, body: Buffer, secrets: BankSecrets, now: Date): Verdict;
  /** A notification that reports nothing, signed as the provider would now; null without a secret. */
  testCall(secrets: BankSecrets, now: Date): { headers: Record<string, string>; body: string } | null;
  /** The bank transfers it reports; none for a provider's test call. Throws Unreadable. */
  parse(body: Buffer, contentType: string): Promise<BankReport[]>;
};
