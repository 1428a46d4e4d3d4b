import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { idleSince } from "@/lib/access/sessions/service";
import { recoveryCodeCount } from "@/lib/people/two-factor/schema";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";

export type SecurityFacts = {
  email: string;
  isEmailProven: boolean;
  /** When it was set, if it was never changed. */
  passwordChangedAt: Date;
  hasTotp: boolean;
  passkeys: number;
  /** Recovery codes that still work. */
  recoveryCodes: number;
  sessions: number;
};

/** The most useful next step; null if there is none. */
export type NextStep = "secondFactor" | "recoveryCodes" | "passkey";

const selectFacts = `
  SELECT email, email_verified_at IS NOT NULL AS "isEmailProven",
    coalesce(password_changed_at, created_at) AS "passwordChangedAt",
    EXISTS (SELECT FROM totp_factors WHERE user_id = u.id AND confirmed_at IS NOT NULL AND suspended_at IS NULL) AS "hasTotp",
    (SELECT count(*)::int FROM passkeys WHERE user_id = u.id AND suspended_at IS NULL) AS passkeys,
    (SELECT count(*)::int FROM recovery_codes WHERE user_id = u.id AND used_at IS NULL AND suspended_at IS NULL) AS "recoveryCodes",
    (SELECT count(*)::int FROM sessions
      WHERE user_id = u.id AND revoked_at IS NULL AND expires_at > $2 AND last_seen_at > $3) AS sessions
  FROM users u WHERE id = $1`;

/** The security settings of the viewer's account, and the next step. */
export async function describeSecurity({ userId }: Viewer): Promise<SecurityFacts & { next: NextStep | null }> {
  const [found] = await sql<SecurityFacts>("security-selectFacts", selectFacts, [userId, clock.now(), idleSince()]);
  if (!found) throw new Error("a viewer has no account");
  const { hasTotp, passkeys, recoveryCodes } = found;
  if (!hasTotp && passkeys === 0) return { ...found, next: "secondFactor" };
  if (recoveryCodes <= recoveryCodeCount.few) return { ...found, next: "recoveryCodes" };
  return { ...found, next: passkeys === 0 ? "passkey" : null };
}
