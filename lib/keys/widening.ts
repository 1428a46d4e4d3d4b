import "server-only";
import { isInNetworks, parseNetwork } from "@/lib/platform/net/networks";
import type { Settings } from "./settings";

export type Gain = "scopes" | "allowedAddresses" | "requestsPerMinute" | "concurrentCalls" | "monthlyCap" | "expiresAt";

/** The permissions that a change adds to a key. */
export function gainsOf(before: Settings, after: Settings): Gain[] {
  const gains: Record<Gain, boolean> = {
    scopes: after.scopes.some((scope) => !before.scopes.includes(scope)),
    allowedAddresses: reachesFurther(before.allowedAddresses, after.allowedAddresses),
    requestsPerMinute: isHigher(before.requestsPerMinute, after.requestsPerMinute),
    concurrentCalls: isHigher(before.concurrentCalls, after.concurrentCalls),
    monthlyCap: isHigher(before.monthlyCapMilli, after.monthlyCapMilli),
    expiresAt: isHigher(before.expiresAt, after.expiresAt),
  };
  return (Object.keys(gains) as Gain[]).filter((gain) => gains[gain]);
}

/** A limit that is null means no limit. */
const isHigher = <Limit extends number | bigint | Date>(before: Limit | null, after: Limit | null): boolean =>
  before !== null && (after === null || after > before);

/** A list that is empty allows every address. */
function reachesFurther(before: string[], after: string[]): boolean {
  if (before.length === 0) return false;
  const allowed = before.map(parseNetwork);
  return (
    after.length === 0 ||
    after
      .map(parseNetwork)
      .some(([base, bits]) => !allowed.some((network) => network[1] <= bits && isInNetworks(base, [network])))
  );
}
