import type { Device } from "@/lib/access/principals/device";
import { AppError } from "@/lib/platform/errors";
import { can, type Permission, type Role } from "./roles";

declare const proof: unique symbol;

/** Proof that someone is signed in and a member. Only `lib/access/auth` creates one; services take it as first argument. */
export type Member = {
  readonly [proof]: "member";
  readonly userId: string;
  readonly sessionId: string;
  readonly businessId: string;
  readonly businessSlug: string;
  readonly role: Role;
  /** When they last proved their identity in this session. */
  readonly freshAt: Date;
  readonly device: Device;
};

/** What the parts of a larger change need of a member, who was checked before. */
export type InBusiness = Pick<Member, "businessId" | "userId" | "role" | "device">;

/** Throws FORBIDDEN unless the member's role holds this permission. */
export function requirePermission(member: Pick<Member, "role">, permission: Permission): void {
  if (!can(member.role, permission)) throw new AppError("FORBIDDEN");
}
