import "server-only";
import { sql } from "@/lib/db";

/** SQL: whether the person of this id has an authenticator app or a passkey. */
export const secondFactorOf = (userId: string): string => `(
  EXISTS (SELECT FROM totp_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM passkeys WHERE user_id = ${userId}))`;

/** Whether a password alone no longer signs this person in. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }>("has-second-factor", `SELECT ${secondFactorOf("$1")} AS has`, [userId]);
  return row?.has ?? false;
}
