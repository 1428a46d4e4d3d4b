import "server-only";
import { recordSignIn } from "@/lib/activity/record";
import type { Device } from "@/lib/device";
import { deviceFingerprint, meetDevice } from "@/lib/devices/known";
import { tellOfNewDevice } from "@/lib/devices/new-device";
import { createSession } from "@/lib/sessions/service";
import { cancelReset } from "@/lib/two-factor/reset/cancel";
import type { SignInMethod } from "@/prisma/generated/enums";
import { keepDeviceToken } from "./device-cookie";

/**
 * Everything a finished sign-in leaves behind on our side, and a cookie by which the browser is known again. Answers the
 * session's id, for the other cookie.
 */
export async function startSession(userId: string, method: SignInMethod, device: Device): Promise<string> {
  const fingerprint = deviceFingerprint(userId, await keepDeviceToken());
  const meeting = await meetDevice(userId, fingerprint);
  const sessionId = await createSession(userId, device, method, fingerprint);
  await recordSignIn({ userId, result: "signed_in", method, device, sessionId });
  if (isFactor(method)) await cancelReset(userId, { method, device, sessionId });
  if (meeting === "new") await tellOfNewDevice({ userId, device, fingerprint });
  return sessionId;
}

/** A factor that signs in is not lost. */
const isFactor = (method: SignInMethod): boolean => method !== "password" && method !== "mail_link";
