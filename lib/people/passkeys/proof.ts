import "server-only";
import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import type { Device } from "@/lib/access/principals/device";
import type { Viewer } from "@/lib/access/principals/viewer";
import { recordSignIn } from "@/lib/people/sign-in-log/sign-in-log";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import {
  type Ceremony,
  challengeMs,
  handleOf,
  keepChallenge,
  relyingParty,
  requireNamedHost,
  spendChallenge,
} from "./challenge";
import type { Assertion } from "./schema";

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

type Passkey = { id: string; userId: string; publicKey: Uint8Array<ArrayBuffer> };

/** The person whose passkey responded, null if the passkey is unknown; and whether the response is a valid proof. */
type Verification = { userId: string | null; isProof: boolean };

/**
 * Checks that the challenge is open for this ceremony, the signature is the credential's, the page was ours, the device
 * verified the person, and the counter has not gone back. Checking the signature uses up the challenge, also
 * if it is wrong.
 */
async function verifyAssertion(ceremony: Ceremony, response: Assertion): Promise<Verification> {
  const passkey = await db.passkey.findUnique({
    where: { id: response.id },
    select: { id: true, userId: true, publicKey: true, suspendedAt: true },
  });
  if (!passkey) return { userId: null, isProof: false };
  const { userId, suspendedAt } = passkey;
  if (suspendedAt) return { userId, isProof: false };
  const signed = isOwners(passkey, ceremony, response) && (await verifySignature(passkey, ceremony, response));
  return { userId, isProof: signed ? await recordUse(passkey.id, signed) : false };
}

/** If the person is not known beforehand, the authenticator must say whose passkey it is. */
function isOwners({ userId }: Passkey, ceremony: Ceremony, { response: { userHandle } }: Assertion): boolean {
  return userHandle ? userHandle === handleOf(userId) : ceremony.userId !== undefined;
}

type Signed = { newCounter: number; credentialBackedUp: boolean };

async function verifySignature(passkey: Passkey, ceremony: Ceremony, response: Assertion): Promise<Signed | null> {
  const { id, origin } = relyingParty();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => spendChallenge(challenge, ceremony, passkey.userId),
      expectedOrigin: origin,
      expectedRPID: id,
      // The counter is compared where it is written, so that two responses at once cannot both pass.
      credential: { id: passkey.id, publicKey: passkey.publicKey, counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo : null;
  } catch (error) {
    log.warn({ purpose: ceremony.purpose, reason: (error as Error).message }, "a passkey was rejected");
    return null;
  }
}

/** Synced passkeys always count 0. A counter that was above 0 must grow: otherwise there is a copy of the passkey. */
async function recordUse(id: string, { newCounter, credentialBackedUp }: Signed): Promise<boolean> {
  const { count } = await db.passkey.updateMany({
    where: { id, suspendedAt: null, ...(newCounter === 0 ? { counter: 0 } : { counter: { lt: newCounter } }) },
    data: { counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: clock.now() },
  });
  if (count === 0) log.warn({ passkey: id, counter: newCounter }, "a passkey's counter went back: there may be a copy");
  return count === 1;
}
