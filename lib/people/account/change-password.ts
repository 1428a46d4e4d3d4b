import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endSessions, requireLiveSession } from "@/lib/access/sessions/service";
import { clearAccountAttempts } from "@/lib/people/account/account-attempts";
import { lockFactors } from "@/lib/people/two-factor/last-factor";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { voidLinks } from "@/lib/platform/mail/links";
import { rejectCommonPassword } from "./common-passwords";
import { hashPassword } from "./password";
import { listPersonalWords } from "./personal-words";
import { notifyNewPassword } from "./reset-password";
import type { ChangePassword } from "./schema";
import { provePassword } from "./step-up";

/**
 * Ends the viewer's other sessions and a pending email change. Throws NOT_SIGNED_IN at `password`, INVALID_REQUEST at
 * `newPassword` for one that is easy to guess or the same, TOO_MANY_ATTEMPTS, OVERLOADED.
 */
export async function changePassword(viewer: Viewer, { password, newPassword }: ChangePassword): Promise<void> {
  const { userId, sessionId } = viewer;
  rejectCommonPassword(newPassword, await listPersonalWords(userId), "newPassword");
  await provePassword(viewer, password);
  if (newPassword.normalize("NFKC") === password.normalize("NFKC")) {
    throw new AppError("INVALID_REQUEST", { message: "account.password.same", param: "newPassword" });
  }
  const passwordHash = await hashPassword(newPassword);

  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await requireLiveSession(tx, sessionId);
    const data = { passwordHash, passwordChangedAt: clock.now(), mustResetPassword: false };
    await tx.user.update({ where: { id: userId }, data, select: { id: true } });
    await voidLinks(tx, userId, ["reset_password"]);
    await endSessions(userId, { except: sessionId, tx });
    await notifyNewPassword(tx, { ...viewer, id: userId });
  });
  await clearAccountAttempts(viewer.email);
}
