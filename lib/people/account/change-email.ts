import "server-only";
import { z } from "zod";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endSessions } from "@/lib/access/sessions/service";
import { lockFactors } from "@/lib/people/two-factor/factors";
import { endWaitAndNotify } from "@/lib/people/two-factor/reset/reset";
import { unknownDevice } from "@/lib/people/two-factor/reset/wait";
import { clock, hours } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { composeMail } from "@/lib/platform/mail/compose";
import { getLink, issueLink, spendLink, voidLinks } from "@/lib/platform/mail/links";
import { postMail } from "@/lib/platform/mail/post";
import { countEmailRequest, isEmailAllowed, isLinkAllowed } from "@/lib/platform/mail/request-quota";
import { queueMail } from "@/lib/platform/mail/send";
import { inConstantTime } from "./constant-time-response";

const linkHours = 24;
const undoHours = 72;

/**
 * Emails a link to the new address, and a notice to the current one. A taken address gets the same response in the same
 * time; its owner gets an email. Throws INVALID_REQUEST for the current address, NOT_SIGNED_IN, TOO_MANY_ATTEMPTS.
 */
export async function requestEmailChange(viewer: Viewer, address: string): Promise<void> {
  if (address === viewer.email)
    throw new AppError("INVALID_REQUEST", { message: "account.email.same", param: "email" });
  await countEmailRequest(viewer.userId);
  return inConstantTime(async () => {
    const { name, locale, email } = viewer;
    const token = await issueConfirmation(viewer, address);
    if (token && (await isLinkAllowed(address))) {
      const link = `${env.url}/link/confirm-email/${token}`;
      queueMail({ to: address, ...composeMail(locale, "confirmEmail", { name, link, hours: linkHours }) });
    }
    if (!token) {
      const owner = await db.user.findUnique({ where: { email: address }, select: { name: true, locale: true } });
      if (owner && (await isEmailAllowed(address))) {
        const values = { name: owner.name, link: `${env.url}/sign-in` };
        queueMail({ to: address, ...composeMail(owner.locale, "emailWanted", values) });
      }
    }
    const link = `${env.url}/account/security`;
    await postMail(db, { to: email, ...composeMail(locale, "emailAsked", { name, address, link }) });
  });
}

/** The token of the link; null for an address that is taken. */
async function issueConfirmation({ userId, sessionId }: Viewer, address: string): Promise<string | null> {
  const isFree = !(await isTaken(db, address, { by: userId }));
  await voidLinks(db, userId, ["change_email"]);
  const detail = { email: address, sessionId };
  const link = { userId, purpose: "change_email", lifeMs: hours(linkHours), detail } as const;
  const token = isFree ? await issueLink(db, link) : null;
  // Ending a session voids the links it requested so far. This waits for that, and then sees that the session has
  // ended.
  const live = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM sessions WHERE id = ${sessionId} AND revoked_at IS NULL FOR SHARE`;
  if (live.length > 0) return token;
  await voidLinks(db, userId, ["change_email"]);
  throw new AppError("NOT_SIGNED_IN");
}

type Applicant = {
  /** Who wants the address: one that they had themselves is not taken. */
  by?: string;
};

/** An address is taken while someone has it, can restore it, or waits for it to be restored. */
export const isTaken = async (tx: Transaction, address: string, applicant: Applicant = {}): Promise<boolean> =>
  (await tx.user.count({ where: { email: address } })) > 0 || isReserved(tx, address, applicant);

/** Whether someone else who had the address can restore it, or waits for that. */
export async function isReserved(tx: Transaction, address: string, { by }: Applicant = {}): Promise<boolean> {
  const others = by === undefined ? {} : { userId: { not: by } };
  const undo = {
    ...others,
    purpose: "undo_email",
    usedAt: null,
    expiresAt: { gt: clock.now() },
    detail: { path: ["email"], equals: address },
  } as const;
  const counts = [
    await tx.mailLink.count({ where: undo }),
    await tx.factorReset.count({ where: { ...others, restoreEmail: address } }),
  ];
  return counts.some((count) => count > 0);
}

/** Someone signed up with the address at the same moment. */
export function rejectTaken(error: Error & { code?: string }): never {
  if (error.code === "P2002") throw new AppError("CONFLICT", { message: "account.email.taken" });
  throw error;
}

const changeSchema = z.object({ email: z.string(), sessionId: z.string() });

/**
 * Changes the email and ends all sessions but the one that requested it. The old address has 72 hours to undo it.
 * Throws NOT_FOUND for an invalid link, CONFLICT if the address was taken meanwhile.
 */
export async function confirmEmailChange(token: string): Promise<void> {
  const { userId } = await getLink("change_email", token);
  await db
    .$transaction(async (tx) => {
      // Before the link's own lock, like everything that voids it.
      await lockFactors(tx, userId);
      const { detail } = await spendLink(tx, "change_email", token);
      const { email: address, sessionId } = changeSchema.parse(detail);
      if (await isTaken(tx, address, { by: userId }))
        throw new AppError("CONFLICT", { message: "account.email.taken" });
      const old = await tx.user.findUniqueOrThrow({
        where: { id: userId },
        select: { email: true, name: true, locale: true },
      });
      // Notices of a waiting reset go to the address that got the first one.
      await endWaitAndNotify(tx, userId, { method: "mail_link", device: unknownDevice });
      const data = { email: address, emailVerifiedAt: clock.now() };
      await tx.user.update({ where: { id: userId }, data, select: { id: true } });
      // Access to the old mailbox alone must no longer allow reporting sign-ins or restoring suspended factors.
      await voidLinks(tx, userId, ["reset_password", "not_me", "keep_factors"]);
      await endSessions(userId, { except: sessionId, tx });
      const undo = { userId, purpose: "undo_email", lifeMs: hours(undoHours), detail: { email: old.email } } as const;
      const link = `${env.url}/link/undo-email/${await issueLink(tx, undo)}`;
      const values = { name: old.name, address, link, hours: undoHours };
      await postMail(tx, { to: old.email, ...composeMail(old.locale, "emailChanged", values) });
    })
    .catch(rejectTaken);
}
