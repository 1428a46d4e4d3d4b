import "server-only";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** Renamed settings, with their new names. The former names work for one release. */
const renamed = {
  VANG_DECODE_UNCONFINED: "VANG_DECODER_SANDBOX",
  VANG_FORMS_PER_MINUTE: "VANG_ANONYMOUS_FORMS_PER_MINUTE",
} as const;

/** Logs which settings are set under a former name, and what to set instead. */
export function warnOfFormerSettings(): void {
  for (const [former, name] of Object.entries(renamed) as [
    keyof typeof renamed,
    (typeof renamed)[keyof typeof renamed],
  ][]) {
    if (env[former] === undefined) continue;
    log.warn(`${former} will be removed in the next release: set ${name}=${env[name]} instead`);
  }
}
