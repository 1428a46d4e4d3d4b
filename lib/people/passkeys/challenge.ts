import "server-only";
import { isIP } from "node:net";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { clientKeyOf } from "@/lib/platform/net/client-key";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";

/** WebAuthn's relying party: pages of VANG_URL's origin. To browsers the same machine by another name differs. */
export const relyingParty = () => ({ name: "Vang", id: new URL(env.url).hostname, origin: env.url });

/** Throws CONFLICT if VANG_URL is an IP address: browsers create passkeys for host names only. */
export function requireNamedHost(): void {
  if (isIP(relyingParty().id.replace(/[[\]]/g, ""))) throw new AppError("CONFLICT", { message: "passkeys.noName" });
}

/** The account as an authenticator stores it: our id of the person, which reveals nothing about them. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString("base64url");

/** How long a person has to respond with their device. */
export const challengeMs = minutes(5);

/** What a challenge is for, and for whom: a response sent elsewhere, or to another challenge, does not count. */
export type Ceremony = {
  purpose: "register" | "sign_in" | "second_factor" | "step_up" | "undo_email";
  /** The session, the waiting sign-in or the browser that requested it. */
  holder: string;
  /** Whose passkey it must be, where that is known beforehand. */
  userId?: string;
};

export async function keepChallenge(challenge: string, ceremony: Ceremony): Promise<void> {
  await db.passkeyChallenge.create({
    data: { challenge, ...ceremony, expiresAt: new Date(+clock.now() + challengeMs) },
    select: { challenge: true },
  });
}

/** Whether it was open for this ceremony and person. It is then used up: of many responses to it, one gets true. */
export async function spendChallenge(
  challenge: string,
  { purpose, holder }: Ceremony,
  userId: string,
): Promise<boolean> {
  const now = clock.now();
  const { count } = await db.passkeyChallenge.updateMany({
    where: { challenge, purpose, holder, OR: [{ userId }, { userId: null }], usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Deletes expired challenges, and returns how many. */
export async function sweepChallenges(): Promise<number> {
  const { count } = await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: clock.now() } } });
  return count;
}

/** Anonymous passkey challenges from one network: more than a large office needs. */
const challengeAttempts = openAttempts("ceremonies", 300, minutes(5));

/** Keeps an anonymous client from filling the table of open challenges. Throws TOO_MANY_ATTEMPTS. */
export const countWebAuthnChallenge = (ip: string | null): Promise<number> => challengeAttempts.count(clientKeyOf(ip));
