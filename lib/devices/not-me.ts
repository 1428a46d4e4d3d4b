import "server-only";
import { z } from "zod";
import { sendReset } from "@/lib/account/reset-password";
import { db, type Transaction } from "@/lib/db";
import { spendLink, voidLinks } from "@/lib/mail/links";
import { endSessions } from "@/lib/sessions/service";
import { endWaitAndTell } from "@/lib/two-factor/reset/cancel";
import { nowhere } from "@/lib/two-factor/reset/record";

const notMeSchema = z.object({ fingerprint: z.string() });

/**
 * "This wasn't me": every session and every waiting sign-in ends at once, the password opens nothing until it is reset,
 * a change of address or a removal of lost factors that was asked for is off, and whatever was added from that browser
 * goes: passkeys, an authenticator app, recovery codes made since. The browser is unknown again. Mails a link that sets
 * a new password. Throws NOT_FOUND for a link that is unknown, used or seven days old.
 */
export async function disownSignIn(token: string): Promise<void> {
  const user = await db.$transaction(async (tx) => {
    const { userId, detail, createdAt } = await spendLink(tx, "not_me", token);
    const { fingerprint } = notMeSchema.parse(detail);
    await endWaitAndTell(tx, userId, { method: "mail_link", device: nowhere });
    await voidLinks(tx, userId, ["change_email", "reset_password"]);
    await removeFactors(tx, userId, fingerprint);
    await tx.recoveryCode.deleteMany({ where: { userId, createdAt: { gte: createdAt } } });
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

// Only what that browser added: what its owner set up since then, elsewhere, still guards the account.
async function removeFactors(tx: Transaction, userId: string, device: string): Promise<void> {
  const sessions = await tx.session.findMany({ where: { userId, device }, select: { id: true } });
  const added = { userId, sessionId: { in: sessions.map(({ id }) => id) } };
  await tx.passkey.deleteMany({ where: added });
  await tx.totpFactor.deleteMany({ where: added });
}
