import "server-only";
import { balanceEvents } from "@/lib/access/events/schema";
import { requireRight, requireScope } from "@/lib/access/principals/authorize";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { AppError } from "@/lib/platform/errors";

/** Throws FORBIDDEN unless the member's role, SCOPE_MISSING unless the key, may do this with webhooks. */
export function checkWebhooks(by: Pick<Member, "role"> | Caller, permission: "webhooks:read" | "webhooks:write"): void {
  requireRight(by, permission, "webhooks:manage");
}

/** Whether a key may not read the balance, which some events hold. */
export const isBalanceHidden = (by: Member | Caller): boolean => !("role" in by || by.scopes.includes("balance:read"));

/** Throws SCOPE_MISSING when a key decides where events with the balance go that it may not read. */
export function requireBalanceScope(by: Member | Caller, types: readonly string[]): void {
  if (!("role" in by) && types.some((type) => balanceEvents.includes(type))) requireScope(by, "balance:read");
}

/** The scope to read what a finished job made, by the event that can be sent with it. */
const contentScopes = { "tts.completed": "tts:execute", "stt.completed": "stt:execute" } as const;

export const contentEvents = Object.keys(contentScopes) as (keyof typeof contentScopes)[];

/** Throws SCOPE_MISSING for events that are sent with what a job made, which the key may not read. */
export function requireContentScopes(by: Member | Caller, types: readonly string[]): void {
  if ("role" in by) return;
  for (const type of contentEvents) if (types.includes(type)) requireScope(by, contentScopes[type]);
}

export const unknownEndpoint = () => new AppError("NOT_FOUND", { message: "webhooks.unknown", param: "id" });
