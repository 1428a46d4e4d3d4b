import { AppError } from "@/lib/platform/errors";
import type { Caller } from "./caller";
import { type Member, requirePermission } from "./member";
import type { Permission } from "./roles";
import type { Scope } from "./scopes";

/** Throws SCOPE_MISSING unless the key has the scope. */
export function requireScope({ scopes }: Pick<Caller, "scopes">, scope: Scope): void {
  if (!scopes.includes(scope)) throw new AppError("SCOPE_MISSING", { message: "api.scopeMissing", values: { scope } });
}

/** Throws FORBIDDEN unless the member's role has the permission, or SCOPE_MISSING unless the key has the scope. */
export function requireRight(
  by: Pick<Member, "role"> | Pick<Caller, "scopes">,
  permission: Permission,
  scope: Scope,
): void {
  if ("role" in by) requirePermission(by, permission);
  else requireScope(by, scope);
}
