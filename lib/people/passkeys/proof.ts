import "server-only";
import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { Device } from "@/lib/access/principals/device";
import type { Viewer } from "@/lib/access/principals/viewer";
import { recordSignIn } from "@/lib/people/sign-in-log/record";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { type Ceremony, challengeMs, keepChallenge } from "./challenge";
import { relyingParty, requireNamedHost } from "./relying-party";
import type { Assertion } from "./schema";
import { verifyAssertion } from "./verify";

type Where = { device: Device /** The session it is proved in, if there is one. */; sessionId?: string };

/** A browser that wants to sign in; the person is unknown yet. `browserId`: a secret of this browser. */
export const signInCeremony = (browserId: string): Ceremony => ({ purpose: "sign_in", holder: browserId });

/** A sign-in with the correct password. */
export const secondFactorCeremony = ({ id, userId }: { id: string; userId: string }) =>
  ({ purpose: "second_factor", holder: id, userId }) satisfies Ceremony;

/** A person who opened the link that undoes an email change, in this browser. */
export const undoEmailCeremony = (browserId: string, userId: string) =>
  ({ purpose: "undo_email", holder: browserId, userId }) satisfies Ceremony;

/** Someone signed in who proves their identity again. */
export const stepUpCeremony = ({ sessionId, userId }: Viewer) =>
  ({ purpose: "step_up", holder: sessionId, userId }) satisfies Ceremony;

/** The options for the browser's authenticator. Throws NOT_FOUND for a person without passkeys. */
export async function startProof(ceremony: Ceremony): Promise<PublicKeyCredentialRequestOptionsJSON> {
  requireNamedHost();
  const { userId } = ceremony;
  const where = { userId, suspendedAt: null };
  const allowCredentials = userId && (await db.passkey.findMany({ where, select: { id: true, transports: true } }));
  if (allowCredentials && allowCredentials.length === 0) throw new AppError("NOT_FOUND", { message: "passkeys.none" });
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    timeout: challengeMs,
    userVerification: "required",
    ...(allowCredentials && { allowCredentials }),
  });
  await keepChallenge(options.challenge, ceremony);
  return options;
}

/**
 * Both proofs in one, because the device verified the person. Throws NOT_SIGNED_IN for an invalid response, FORBIDDEN
 * for someone who must reset their password, because someone else was in the account, or never confirmed their email.
 */
export async function signInByPasskey(
  browserId: string,
  response: Assertion,
  { device }: Where,
): Promise<{ userId: string }> {
  const { userId, isProof } = await verifyAssertion(signInCeremony(browserId), response);
  if (!userId) throw new AppError("NOT_SIGNED_IN", { message: "passkeys.unknownHere" });
  if (!isProof) return reject(userId, { device });
  const { emailVerifiedAt, mustResetPassword } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { emailVerifiedAt: true, mustResetPassword: true },
  });
  if (emailVerifiedAt && !mustResetPassword) return { userId };
  const result = mustResetPassword ? "must_reset" : "unverified";
  await recordSignIn({ userId, result, method: "passkey", device });
  throw new AppError("FORBIDDEN", { message: mustResetPassword ? "passkeys.mustReset" : "passkeys.unverified" });
}

/** Checks a second proof of a known person. Throws NOT_SIGNED_IN for an invalid response. */
export async function proveByPasskey(ceremony: Required<Ceremony>, response: Assertion, where: Where): Promise<void> {
  const { isProof } = await verifyAssertion(ceremony, response);
  if (!isProof) return reject(ceremony.userId, where);
  if (ceremony.purpose === "step_up") {
    await recordSignIn({ userId: ceremony.userId, result: "proved_again", method: "passkey", ...where });
  }
}

async function reject(userId: string, where: Where): Promise<never> {
  await recordSignIn({ userId, result: "wrong_passkey", method: "passkey", ...where });
  throw new AppError("NOT_SIGNED_IN", { message: "passkeys.refused" });
}
