import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clearReentries, countReentry } from "@/lib/people/account/password-attempts";
import { recordSignIn } from "@/lib/people/sign-in-log/record";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isPassword } from "./password";

/** For someone signed in already. Throws NOT_SIGNED_IN at the field `password`, TOO_MANY_ATTEMPTS, OVERLOADED. */
export async function provePassword({ userId, sessionId, device }: Viewer, password: string): Promise<void> {
  await countReentry(sessionId);
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } });
  const isCorrect = await isPassword(password, passwordHash);
  const result = isCorrect ? "proved_again" : "wrong_password";
  await recordSignIn({ userId, result, method: "password", device, sessionId });
  if (!isCorrect) throw new AppError("NOT_SIGNED_IN", { message: "auth.wrongPassword", param: "password" });
  await clearReentries(sessionId);
}
