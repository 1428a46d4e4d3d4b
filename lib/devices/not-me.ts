import "server-only";
import { z } from "zod";
import { spendLink, voidLinks } from "@/lib/account/mail-links";
import { sendReset } from "@/lib/account/reset-password";
import { db } from "@/lib/db";
import { endSessions } from "@/lib/sessions/service";

const notMeSchema = z.object({ fingerprint: z.string() });

/**
 * "This wasn't me": every session and every waiting sign-in ends at once, the password opens nothing until it is reset,
 * a change of address that was asked for is off, and the browser is unknown again. Mails a link that sets a new
 * password. Throws NOT_FOUND for a link that is unknown, used or seven days old.
 */
export async function disownSignIn(token: string): Promise<void> {
  const user = await db.$transaction(async (tx) => {
    const { userId, detail } = await spendLink(tx, "not_me", token);
    const { fingerprint } = notMeSchema.parse(detail);
    await voidLinks(tx, userId, ["change_email", "reset_password"]);
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
