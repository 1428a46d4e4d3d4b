import "server-only";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";

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
