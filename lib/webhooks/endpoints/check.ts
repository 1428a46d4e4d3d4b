import "server-only";
import { AppError } from "@/lib/errors";
import { balanceEvents } from "@/lib/events/schema";
import type { Caller } from "@/lib/principals/caller";
import { type Member, requirePermission } from "@/lib/principals/member";

/** Throws FORBIDDEN unless the member's role, SCOPE_MISSING unless the key, may do this with webhooks. */
export function checkWebhooks(by: Pick<Member, "role"> | Caller, permission: "webhooks:read" | "webhooks:write"): void {
  if ("role" in by) requirePermission(by, permission);
  else if (!by.scopes.includes("webhooks:manage"))
    throw new AppError("SCOPE_MISSING", { message: "api.scopeMissing", values: { scope: "webhooks:manage" } });
}

/** Whether a key may not read the balance, which some events hold. */
export const isBalanceHidden = (by: Member | Caller): boolean => !("role" in by || by.scopes.includes("balance:read"));

/** Throws SCOPE_MISSING when a key decides where events with the balance go that it may not read. */
export function requireBalanceScope(by: Member | Caller, types: readonly string[]): void {
  if (!isBalanceHidden(by) || !types.some((type) => balanceEvents.includes(type))) return;
  throw new AppError("SCOPE_MISSING", { message: "api.scopeMissing", values: { scope: "balance:read" } });
}

export const unknownEndpoint = () => new AppError("NOT_FOUND", { message: "webhooks.unknown", param: "id" });
