import "server-only";
import { z } from "zod";
import { endSessions } from "@/lib/access/sessions/service";
import { sendReset } from "@/lib/people/account/reset-password";
import { lockFactors } from "@/lib/people/two-factor/last-factor";
import { endWaitAndNotify } from "@/lib/people/two-factor/reset/cancel";
import { nowhere } from "@/lib/people/two-factor/reset/record";
import { suspendFactors } from "@/lib/people/two-factor/reset/suspend";
import { db } from "@/lib/platform/db";
import { getLink, spendLink, voidLinks } from "@/lib/platform/mail/links";

const notMeSchema = z.object({ fingerprint: z.string() });

/**
 * "This wasn't me": ends every session and every waiting sign-in, disables the password until it is reset, and voids a
 * pending email change or factor reset. Second factors added from that browser since are suspended, and removed after
 * 24 hours: access to the mailbox alone must not remove them at once. The browser is unknown again. Emails a link that
 * sets a new password. Throws NOT_FOUND for a link that is unknown, used, seven days old or was sent to an earlier
 * email.
 */
export async function reportUnknownSignIn(token: string): Promise<void> {
  const { userId } = await getLink("not_me", token);
  const user = await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    const { detail, createdAt } = await spendLink(tx, "not_me", token);
    const { fingerprint } = notMeSchema.parse(detail);
    await endWaitAndNotify(tx, userId, { method: "mail_link", device: nowhere });
    await voidLinks(tx, userId, ["reset_password"]);
    await suspendFactors(tx, userId, { fingerprints: [fingerprint], since: createdAt });
    await tx.knownDevice.deleteMany({ where: { userId, fingerprint } });
    await endSessions(userId, { tx });
    return tx.user.update({
      where: { id: userId },
      data: { mustResetPassword: true },
      select: { id: true, email: true, name: true, locale: true },
    });
  });
  await sendReset(user);
}
