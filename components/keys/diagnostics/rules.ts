import type { RejectedCall } from "@/lib/keys/request-log/diagnostics/diagnosis";

const rules = [
  "IP_NOT_ALLOWED",
  "SCOPE_MISSING",
  "LIVE_KEY_REQUIRED",
  "REGION_NOT_ALLOWED",
  "BUSINESS_SUSPENDED",
  "RATE_LIMITED_KEY",
  "RATE_LIMITED_BUSINESS",
  "CONCURRENCY_LIMITED_KEY",
  "CONCURRENCY_LIMITED_BUSINESS",
  "SPEND_CAP_REACHED",
  "INSUFFICIENT_CREDIT",
  "OVERLOADED",
] as const;

const deaths = ["revoked", "expired", "archived"] as const;

/** The rule for which this page has a text of its own; the others use the general error messages. */
export function ruleOf({ code, reason }: Pick<RejectedCall, "code" | "reason">) {
  return rules.find((rule) => rule === code) ?? deaths.find((death) => death === reason);
}
