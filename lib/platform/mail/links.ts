import "server-only";
import { clock, days, hours } from "@/lib/platform/clock";
import { hmac, newToken } from "@/lib/platform/crypto";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import type { MailLinkPurpose } from "@/prisma/generated/enums";

/** At most this many for one purpose in an hour, so that no one can fill another's mailbox through us. */
const linksPerHour = 5;

/** The stored form of a link's token. A token for one purpose is not valid for another. */
const fingerprintOf = (purpose: MailLinkPurpose, token: string): string =>
  hmac(env.NEXTAUTH_SECRET, `${purpose}:${token}`);

export async function hasManyLinks(userId: string, purpose: MailLinkPurpose): Promise<boolean> {
  const createdAt = { gt: new Date(+clock.now() - hours(1)) };
  return (await db.mailLink.count({ where: { userId, purpose, createdAt } })) >= linksPerHour;
}

type NewLink = {
  userId: string;
  purpose: MailLinkPurpose;
  lifeMs: number;
  /** What the link is about besides the person. */
  detail?: Record<string, string>;
};

/** Creates a single-use link and returns its token, which is sent by email and nowhere else. */
export async function issueLink(tx: Transaction, { lifeMs, ...link }: NewLink): Promise<string> {
  const token = newToken();
  const createdAt = clock.now();
  await tx.mailLink.create({
    data: {
      ...link,
      fingerprint: fingerprintOf(link.purpose, token),
      createdAt,
      expiresAt: new Date(+createdAt + lifeMs),
    },
    select: { fingerprint: true },
  });
  return token;
}

export type SpentLink = { userId: string; detail: unknown; createdAt: Date };

const live = (purpose: MailLinkPurpose, token: string) => ({
  fingerprint: fingerprintOf(purpose, token),
  usedAt: null,
  expiresAt: { gt: clock.now() },
});

/** Of many who use it at once, one gets it. Throws NOT_FOUND for a link that is unknown, used or expired. */
export async function spendLink(tx: Transaction, purpose: MailLinkPurpose, token: string): Promise<SpentLink> {
  const [link] = await tx.mailLink.updateManyAndReturn({
    where: live(purpose, token),
    data: { usedAt: clock.now() },
    select: { userId: true, detail: true, createdAt: true },
  });
  return link ?? rejectLink();
}

/** Whose link it is, without using it up. Throws NOT_FOUND like `spendLink`. */
export async function getLink(purpose: MailLinkPurpose, token: string): Promise<SpentLink> {
  const link = await db.mailLink.findFirst({
    where: live(purpose, token),
    select: { userId: true, detail: true, createdAt: true },
  });
  return link ?? rejectLink();
}

function rejectLink(): never {
  throw new AppError("NOT_FOUND", { message: "auth.linkDead" });
}

/** Voids a person's unused links for these purposes: all, or those not older than `since`. */
export async function voidLinks(
  tx: Transaction,
  userId: string,
  purposes: MailLinkPurpose[],
  since = new Date(0),
): Promise<void> {
  await tx.mailLink.updateMany({
    where: { userId, purpose: { in: purposes }, usedAt: null, createdAt: { gte: since } },
    data: { usedAt: clock.now() },
  });
}

/** Deletes links a week after they expired, and the addresses they name. */
export async function sweepLinks(): Promise<void> {
  await db.mailLink.deleteMany({ where: { expiresAt: { lt: new Date(+clock.now() - days(7)) } } });
}
