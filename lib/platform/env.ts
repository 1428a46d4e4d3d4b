import { join } from "node:path";
import { z } from "zod";
import { demoAccount, demoSeller, moneySettings, sellerOf } from "@/lib/platform/env/money";
import { operatorSettings, termsOf } from "@/lib/platform/env/operator";
import { serverSettings } from "@/lib/platform/env/server";
import { storageSettings } from "@/lib/platform/env/storage";
import { isLoopback } from "@/lib/platform/net/loopback";

const envSchema = z
  .object({ ...serverSettings, ...storageSettings, ...operatorSettings, ...moneySettings })
  .transform((values) => {
    const url = new URL(values.VANG_URL ?? `http://localhost:${values.PORT}`);
    return {
      ...values,
      VANG_ENGINES: values.VANG_ENGINES ?? join(values.VANG_DATA, "engines.json"),
      VANG_DECODER_SANDBOX: values.VANG_DECODER_SANDBOX ?? (isLoopback(url.hostname) ? "preferred" : "required"),
      BANK_ACCOUNTS:
        values.BANK_ACCOUNTS.length === 0 && isLoopback(url.hostname) ? [demoAccount] : values.BANK_ACCOUNTS,
      isDemoAccount: values.BANK_ACCOUNTS.length === 0 && isLoopback(url.hostname),
      isDemoSeller: sellerOf(values) === null && isLoopback(url.hostname),
      terms: termsOf(values),
      seller: sellerOf(values) ?? (isLoopback(url.hostname) ? demoSeller : null),
      url: url.origin,
      secure: url.protocol === "https:",
      /** Whether only browsers on this machine can reach this installation. */
      isLocal: isLoopback(url.hostname),
      /** Whether only this machine reaches it, which then may be its own partner: webhooks may go to loopback addresses. */
      isSingleMachine: isLoopback(url.hostname) && isLoopback(values.HOST),
      /** Development pages show all emails, so they exist only where no other machine can reach them. */
      developmentPages: isLoopback(url.hostname) && isLoopback(values.HOST) && !values.SMTP_URL,
    };
  });

export type Env = z.infer<typeof envSchema>;

let parsed: Env | undefined;

/** Validated on first use, since a build imports this without settings. Throws a ZodError that names the setting. */
export const env = new Proxy({} as Env, {
  get: (_, name: keyof Env) => {
    parsed ??= envSchema.parse(process.env);
    return parsed[name];
  },
});
