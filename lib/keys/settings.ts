import "server-only";
import { clock, days } from "@/lib/clock";
import { Refusal } from "@/lib/errors";
import { parseAddresses } from "./addresses";
import { readVnd } from "./amount";
import { endOf, noticeDue } from "./expiry";
import type { KeySettings } from "./schema";
import { containsSecret } from "./secret";

/** What a person may set of a key, as its row keeps it. */
export type Settings = {
  name: string;
  scopes: string[];
  allowedAddresses: string[];
  requestsPerMinute: number | null;
  concurrentCalls: number | null;
  monthlyCapMilli: bigint | null;
  expiresAt: Date | null;
};

/** A key that is to live longer than this is to live for ever. */
const furthestMs = days(3660);

/** A form's words as columns. Throws INVALID_REQUEST for a day that is over, addresses that are none, a secret as name. */
export function settingsOf(input: KeySettings): Settings & { expiryNoticeDays: number | null } {
  if (containsSecret(input.name)) throw new Refusal("INVALID_REQUEST", { param: "name", message: "keys.nameIsSecret" });
  const now = clock.now();
  const expiresAt = input.expiresOn === null ? null : endOf(input.expiresOn);
  if (expiresAt && expiresAt <= now) throw wrongDay("keys.expiresOnPast");
  if (expiresAt && expiresAt.getTime() > now.getTime() + furthestMs) throw wrongDay("keys.expiresOnFar");
  return {
    name: input.name,
    scopes: input.scopes,
    allowedAddresses: parseAddresses(input.allowedAddresses),
    requestsPerMinute: input.requestsPerMinute,
    concurrentCalls: input.concurrentCalls,
    monthlyCapMilli: input.monthlyCap === null ? null : readVnd(input.monthlyCap),
    expiresAt,
    // Whoever has just chosen the day need not be told of it.
    expiryNoticeDays: expiresAt && noticeDue(expiresAt, now),
  };
}

const wrongDay = (message: string) => new Refusal("INVALID_REQUEST", { param: "expiresOn", message });

/** The same as the audit log tells it. */
export const told = (settings: Settings) => ({
  name: settings.name,
  scopes: settings.scopes,
  allowedAddresses: settings.allowedAddresses,
  requestsPerMinute: settings.requestsPerMinute,
  concurrentCalls: settings.concurrentCalls,
  monthlyCapMilli: settings.monthlyCapMilli === null ? null : String(settings.monthlyCapMilli),
  expiresAt: settings.expiresAt?.toISOString() ?? null,
});
