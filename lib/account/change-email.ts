import "server-only";
import { z } from "zod";
import { clock, hours } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import type { Locale } from "@/lib/i18n/locale";
import { composeMail } from "@/lib/mail/compose";
import { getLink, issueLink, spendLink, voidLinks } from "@/lib/mail/links";
import { postMail } from "@/lib/mail/post";
import { queueMail } from "@/lib/mail/send";
import type { Viewer } from "@/lib/principals/viewer";
import { countMailAsked, mayTell } from "@/lib/rate-limit/mail-asked";
import { endSessions } from "@/lib/sessions/service";
import { lockFactors } from "@/lib/two-factor/last-factor";
import { endWaitAndTell } from "@/lib/two-factor/reset/cancel";
import { nowhere } from "@/lib/two-factor/reset/record";
import { inSameTime } from "./same-time";

const linkHours = 24;
const undoHours = 72;

/**
 * Mails a link to the address the viewer wants, and tells the one they have. A taken address gets the same answer in
 * the same time; its owner learns of it by mail. Throws INVALID_REQUEST for the present one, NOT_SIGNED_IN when the
 * session was ended meanwhile, TOO_MANY_ATTEMPTS.
 */
export async function requestEmailChange(viewer: Viewer, address: string): Promise<void> {
  if (address === viewer.email) throw new Refusal("INVALID_REQUEST", { message: "account.email.same", param: "email" });
  await countMailAsked(viewer.userId);
  return inSameTime(async () => {
    const { name, locale, email } = viewer;
    const token = await issueConfirmation(viewer, address);
    if (token) sendConfirmation(viewer, address, token);
    else await tellOwner(address);
    const link = `${env.url}/account/security`;
    await postMail(db, { to: email, ...composeMail(locale, "emailAsked", { name, address, link }) });
  });
}

/** The token of the link; null for an address that is taken. */
async function issueConfirmation({ userId, sessionId }: Viewer, address: string): Promise<string | null> {
  const isFree = !(await isTaken(db, address));
  await voidLinks(db, userId, ["change_email"]);
  const detail = { email: address, sessionId };
  const link = { userId, purpose: "change_email", lifeMs: hours(linkHours), detail } as const;
  const token = isFree ? await issueLink(db, link) : null;
  // Whoever ends the session voids its links: those that are there before. This waits for them, and sees their end.
  const live = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM sessions WHERE id = ${sessionId} AND revoked_at IS NULL FOR SHARE`;
  if (live.length > 0) return token;
  await voidLinks(db, userId, ["change_email"]);
  throw new Refusal("NOT_SIGNED_IN");
}

function sendConfirmation({ name, locale }: Viewer, address: string, token: string): void {
  const link = `${env.url}/link/confirm-email/${token}`;
  queueMail({ to: address, ...composeMail(locale, "confirmEmail", { name, link, hours: linkHours }) });
}

async function tellOwner(address: string): Promise<void> {
  const owner = await db.user.findUnique({ where: { email: address }, select: { name: true, locale: true } });
  if (!owner || !(await mayTell(address))) return;
  const values = { name: owner.name, link: `${env.url}/sign-in` };
  queueMail({ to: address, ...composeMail(owner.locale, "emailWanted", values) });
}

/** An address is taken while someone has it, and while someone who had it can have it back or waits for it. */
export async function isTaken(tx: Transaction, address: string): Promise<boolean> {
  const undo = {
    purpose: "undo_email",
    usedAt: null,
    expiresAt: { gt: clock.now() },
    detail: { path: ["email"], equals: address },
  } as const;
  const counts = [
    await tx.user.count({ where: { email: address } }),
    await tx.mailLink.count({ where: undo }),
    await tx.factorReset.count({ where: { restoreEmail: address } }),
  ];
  return counts.some((count) => count > 0);
}

/** Someone signed up with the address in the very moment it was to be another's. */
export function refuseTaken(error: Error & { code?: string }): never {
  if (error.code === "P2002") throw new Refusal("CONFLICT", { message: "account.email.taken" });
  throw error;
}

const changeSchema = z.object({ email: z.string(), sessionId: z.string() });

/**
 * Spends the link mailed to a new address: the account moves there, all its sessions end but the one that asked, and
 * the old address gets 72 hours to have it back. Throws NOT_FOUND for a dead link, CONFLICT when it was taken meanwhile.
 */
export async function confirmEmailChange(token: string): Promise<void> {
  const { userId } = await getLink("change_email", token);
  await db
    .$transaction(async (tx) => {
      // Before the link's own lock, like everything that voids it.
      await lockFactors(tx, userId);
      const { detail } = await spendLink(tx, "change_email", token);
      const { email: address, sessionId } = changeSchema.parse(detail);
      if (await isTaken(tx, address)) throw new Refusal("CONFLICT", { message: "account.email.taken" });
      const old = await tx.user.findUniqueOrThrow({
        where: { id: userId },
        select: { email: true, name: true, locale: true },
      });
      // Whoever is told of a wait must be whom it was told at first.
      await endWaitAndTell(tx, userId, { method: "mail_link", device: nowhere });
      const data = { email: address, emailVerifiedAt: clock.now() };
      await tx.user.update({ where: { id: userId }, data, select: { id: true } });
      // Whoever has the old mailbox alone must not disown sign-ins any more, nor give suspended factors back.
      await voidLinks(tx, userId, ["reset_password", "not_me", "keep_factors"]);
      await endSessions(userId, { except: sessionId, tx });
      const undo = { userId, purpose: "undo_email", lifeMs: hours(undoHours), detail: { email: old.email } } as const;
      await tellMoved(tx, old, address, await issueLink(tx, undo));
    })
    .catch(refuseTaken);
}

type Told = { email: string; name: string; locale: Locale };

async function tellMoved(tx: Transaction, { email, name, locale }: Told, address: string, token: string) {
  const link = `${env.url}/link/undo-email/${token}`;
  const values = { name, address, link, hours: undoHours };
  await postMail(tx, { to: email, ...composeMail(locale, "emailChanged", values) });
}
