import { AppError } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
import type { Device } from "./device";
import { type StaffRight, type StaffRole, staffCan } from "./roles";

declare const proof: unique symbol;

/** Proof of a sign-in with a second factor and of a staff role. Only `lib/access/auth` creates one, at each request. */
export type StaffMember = {
  readonly [proof]: "staff";
  readonly via: "desk";
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
  /** IANA name. */
  readonly timeZone: string;
  readonly pictureId: string | null;
  readonly role: StaffRole;
  /** When they last proved their identity in this session. */
  readonly freshAt: Date;
  /** Where this request comes from. */
  readonly device: Device;
};

/** Throws FORBIDDEN unless the role has this right. */
export function requireRight({ role }: StaffMember, right: StaffRight): void {
  if (!staffCan(role, right)) throw new AppError("FORBIDDEN");
}
