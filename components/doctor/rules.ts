import type { RefusedCall } from "@/lib/request-log/diagnostics/diagnosis";

const rules = [
  "IP_NOT_ALLOWED",
  "SCOPE_MISSING",
  "REGION_NOT_ALLOWED",
  "RATE_LIMITED_KEY",
  "RATE_LIMITED_BUSINESS",
  "CONCURRENCY_LIMITED_KEY",
  "CONCURRENCY_LIMITED_BUSINESS",
  "SPEND_CAP_REACHED",
  "INSUFFICIENT_CREDIT",
  "OVERLOADED",
] as const;

const deaths = ["revoked", "expired", "archived"] as const;

/** The rule by which the doctor has words of its own for a refusal; the others are told where all errors are. */
export function ruleOf({ code, reason }: Pick<RefusedCall, "code" | "reason">) {
  return rules.find((rule) => rule === code) ?? deaths.find((death) => death === reason);
}
