import "server-only";
import { clock, minutes } from "@/lib/clock";
import { db } from "@/lib/db";

/** How long a person has to answer their device. */
export const challengeMs = minutes(5);

/** What a challenge is good for, and for whom: an answer given elsewhere, or to another question, counts for nothing. */
export type Ceremony = {
  purpose: "register" | "sign_in" | "second_factor" | "step_up" | "undo_email";
  /** The session, the waiting sign-in or the browser that asked. */
  holder: string;
  /** Whose passkey it must be, where that is known beforehand. */
  userId?: string;
};

/** Opens a challenge for five minutes. */
export async function keepChallenge(challenge: string, ceremony: Ceremony): Promise<void> {
  await db.passkeyChallenge.create({
    data: { challenge, ...ceremony, expiresAt: new Date(+clock.now() + challengeMs) },
    select: { challenge: true },
  });
}

/**
 * Whether it was open for this ceremony, and for the person whose passkey answered. Of many who answer one challenge,
 * one hears yes; whatever comes of the answer, the challenge is gone.
 */
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

/** Clears away challenges nobody can answer any more, and tells how many. */
export async function sweepChallenges(): Promise<number> {
  const { count } = await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: clock.now() } } });
  return count;
}
