import "server-only";
import { sql } from "@/lib/platform/db";

const appOf = (userId: string) =>
  `EXISTS (SELECT FROM totp_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL)`;
const passkeyOf = (userId: string) => `EXISTS (SELECT FROM passkeys WHERE user_id = ${userId})`;

/** SQL: whether the person of this id has an authenticator app or a passkey, a suspended one included. */
export const secondFactorOf = (userId: string): string => `(${appOf(userId)} OR ${passkeyOf(userId)})`;

/** The second factors that a person can use: suspended ones prove nothing. */
export async function findFactors(userId: string): Promise<{ hasApp: boolean; hasPasskey: boolean }> {
  const text = `SELECT
    EXISTS (SELECT FROM totp_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL AND suspended_at IS NULL) AS "hasApp",
    EXISTS (SELECT FROM passkeys WHERE user_id = $1 AND suspended_at IS NULL) AS "hasPasskey"`;
  const [row] = await sql<{ hasApp: boolean; hasPasskey: boolean }>("second-factors", text, [userId]);
  return row ?? { hasApp: false, hasPasskey: false };
}

/** Whether a password alone no longer signs this person in. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }>("has-second-factor", `SELECT ${secondFactorOf("$1")} AS has`, [userId]);
  return row?.has ?? false;
}
