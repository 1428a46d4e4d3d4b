import "server-only";
import { db } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { isPassword } from "./password";
import type { SignIn } from "./schema";
import { createSession, type Device } from "./sessions";
import { sendVerification } from "./verification";

/**
 * Checks a password and starts a session. A missing account and a wrong password get one answer in one time:
 * NOT_SIGNED_IN. The right password of an unproven address gets FORBIDDEN and a new link by mail. Throws OVERLOADED.
 */
export async function signIn({ email, password }: SignIn, device: Device) {
  const user = await db.user.findUnique({
    where: { email },
    select: { id: true, email: true, name: true, locale: true, passwordHash: true, emailVerifiedAt: true },
  });
  const matches = await isPassword(password, user?.passwordHash ?? null);
  if (!user || !matches) throw new Refusal("NOT_SIGNED_IN", { message: "auth.wrong" });
  if (!user.emailVerifiedAt) {
    await sendVerification(user);
    throw new Refusal("FORBIDDEN", { message: "auth.unverified" });
  }
  return { userId: user.id, sessionId: await createSession(user.id, device) };
}
