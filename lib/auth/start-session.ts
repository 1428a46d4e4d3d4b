import "server-only";
import type { Device } from "@/lib/account/device";
import { recordSignIn } from "@/lib/activity/record";
import { createSession } from "@/lib/sessions/service";
import type { SignInMethod } from "@/prisma/generated/enums";

/** Everything a finished sign-in leaves behind on our side. Answers the session's id, for the cookie. */
export async function startSession(userId: string, method: SignInMethod, device: Device): Promise<string> {
  const sessionId = await createSession(userId, device, method);
  await recordSignIn({ userId, result: "signed_in", method, device, sessionId });
  return sessionId;
}
