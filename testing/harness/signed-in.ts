import type { Device } from "@/lib/access/principals/device";
import { deviceFingerprint } from "@/lib/access/sessions/known-devices";
import { beginSession } from "@/lib/people/sign-in/begin-session";
import { newToken } from "@/lib/platform/crypto";
import type { SignInMethod } from "@/prisma/generated/enums";

type Options = { device?: Device; method?: SignInMethod; token?: string };

/** Signs a person in with the browser of this token, by default a new one. */
export async function signIn(userId: string, { device, method = "passkey", token = newToken() }: Options = {}) {
  const fingerprint = deviceFingerprint(userId, token);
  const begun = await beginSession({ userId, method, device: device ?? { ip: null, userAgent: null }, fingerprint });
  if (!begun) throw new Error("this person has a second factor");
  return { ...begun, fingerprint };
}
