import { lastDayOf } from "./expiry";
import type { Settings } from "./settings";

export const formOf = (key: Settings) => ({
  name: key.name,
  scopes: key.scopes,
  expiresOn: key.expiresAt ? lastDayOf(key.expiresAt) : "",
  allowedAddresses: key.allowedAddresses.join("\n"),
  requestsPerMinute: String(key.requestsPerMinute ?? ""),
  concurrentCalls: String(key.concurrentCalls ?? ""),
  monthlyCap: key.monthlyCapMilli === null ? "" : String(key.monthlyCapMilli / 1000n),
});
