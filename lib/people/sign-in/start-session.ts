import "server-only";
import { keepDeviceToken, readDeviceToken } from "@/lib/access/auth/device-cookie";
import type { Device } from "@/lib/access/principals/device";
import { deviceFingerprint } from "@/lib/access/sessions/known-devices";
import { notifyNewDevice } from "@/lib/people/account/unknown-sign-in/new-device";
import { type Begun, beginSession } from "@/lib/people/sign-in/begin-session";
import { cancelReset } from "@/lib/people/two-factor/reset/cancel";
import { newToken } from "@/lib/platform/crypto";
import type { SignInMethod } from "@/prisma/generated/enums";

/**
 * Everything that a finished sign-in stores, and a cookie by which the browser is recognized. The session's id is for
 * the other cookie. Null if the person has a second factor and gave a password only, whose hash is `passwordHash`. `isFresh`: whether the proof counts as recent.
 * Throws NOT_SIGNED_IN if that was changed meanwhile.
 */
export async function startSession(
  userId: string,
  method: SignInMethod,
  device: Device,
  proof: { passwordHash?: string; isFresh?: boolean } = {},
): Promise<Begun | null> {
  const token = (await readDeviceToken()) ?? newToken();
  const fingerprint = deviceFingerprint(userId, token);
  const begun = await beginSession({ userId, method, device, fingerprint, ...proof });
  if (!begun) return null;
  await keepDeviceToken(token);
  if (isFactor(method)) await cancelReset(userId, { method, device, sessionId: begun.sessionId });
  if (begun.meeting === "new") await notifyNewDevice({ userId, device, fingerprint });
  return begun;
}

/** A factor that signs in is not lost, so a pending removal ends. */
const isFactor = (method: SignInMethod): boolean => method !== "password" && method !== "mail_link";
