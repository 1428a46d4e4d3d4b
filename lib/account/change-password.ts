import "server-only";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { voidLinks } from "@/lib/mail/links";
import type { Viewer } from "@/lib/principals/viewer";
import { forgetAccountGuesses } from "@/lib/rate-limit/account-guesses";
import { endSessions } from "@/lib/sessions/service";
import { refuseCommonPassword } from "./common-passwords";
import { listOwnWords } from "./own-words";
import { hashPassword } from "./password";
import { tellOfNewPassword } from "./reset-password";
import type { ChangePassword } from "./schema";
import { provePassword } from "./step-up";

/**
 * Changes the viewer's password and ends their other sessions and a pending change of address. Throws NOT_SIGNED_IN at `password` when the present one
 * is wrong, INVALID_REQUEST at `newPassword` for one that is easy to guess or the same, TOO_MANY_ATTEMPTS, OVERLOADED.
 */
export async function changePassword(viewer: Viewer, { password, newPassword }: ChangePassword): Promise<void> {
  const { userId, sessionId } = viewer;
  refuseCommonPassword(newPassword, await listOwnWords(userId), "newPassword");
  await provePassword(viewer, password);
  if (newPassword.normalize("NFKC") === password.normalize("NFKC")) {
    throw new Refusal("INVALID_REQUEST", { message: "account.password.same", param: "newPassword" });
  }
  const passwordHash = await hashPassword(newPassword);

  await db.$transaction(async (tx) => {
    const data = { passwordHash, passwordChangedAt: clock.now(), mustResetPassword: false };
    await tx.user.update({ where: { id: userId }, data, select: { id: true } });
    await voidLinks(tx, userId, ["reset_password"]);
    await endSessions(userId, { except: sessionId, tx });
    await tellOfNewPassword(tx, viewer);
  });
  await forgetAccountGuesses(viewer.email);
}
