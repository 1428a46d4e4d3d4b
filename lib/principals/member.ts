import type { Device } from "@/lib/device";
import { Refusal } from "@/lib/errors";
import { can, type Permission, type Role } from "./roles";

declare const proof: unique symbol;

/**
 * Proof that someone is signed in and belongs to this business. Only `lib/auth` makes one; services take it first,
 * so a signature says who was checked.
 */
export type Member = {
  readonly [proof]: "member";
  readonly userId: string;
  readonly sessionId: string;
  readonly businessId: string;
  readonly businessSlug: string;
  readonly role: Role;
  /** When they last proved in this session who they are. */
  readonly freshAt: Date;
  /** Where this request comes from. */
  readonly device: Device;
};

/** Throws FORBIDDEN unless the member's role holds this permission. */
export function requirePermission(member: Member, permission: Permission): void {
  if (!can(member.role, permission)) throw new Refusal("FORBIDDEN");
}
