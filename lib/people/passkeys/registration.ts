import "server-only";
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Viewer } from "@/lib/access/principals/viewer";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { type Ceremony, challengeMs, keepChallenge, relyingParty, requireNamedHost, spendChallenge } from "./challenge";
import { type NewCredential, passkeyLimit } from "./schema";
import { addPasskey, tooMany } from "./service";

const ceremonyOf = ({ sessionId, userId }: Viewer): Ceremony => ({ purpose: "register", holder: sessionId, userId });

/** Only after a recent proof, which the challenge carries on to `finishRegistration`. Throws CONFLICT at the limit. */
export async function startRegistration(viewer: Viewer): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireNamedHost();
  const passkeys = await db.passkey.findMany({
    where: { userId: viewer.userId },
    select: { id: true, transports: true },
  });
  if (passkeys.length >= passkeyLimit) throw tooMany();
  const { id, name } = relyingParty();
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new Uint8Array(Buffer.from(viewer.userId)),
    userName: viewer.email,
    userDisplayName: viewer.name,
    timeout: challengeMs,
    attestationType: "none",
    excludeCredentials: passkeys,
    // Discoverable, so that signing in needs no email.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(options.challenge, ceremonyOf(viewer));
  return options;
}

/**
 * Stores the passkey that the browser created, and notifies its owner by email. Returns the recovery codes if it is the
 * first second factor. Throws INVALID_REQUEST for a response that does not fit the challenge, CONFLICT for a known
 * credential or one too many.
 */
export async function finishRegistration(
  viewer: Viewer,
  response: NewCredential,
): Promise<{ name: string; recoveryCodes: string[] | null }> {
  const { aaguid, credential, credentialBackedUp } = await verify(viewer, response);
  return addPasskey(viewer, { ...credential, aaguid, backedUp: credentialBackedUp });
}

async function verify(viewer: Viewer, response: NewCredential) {
  const { id, origin } = relyingParty();
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => spendChallenge(challenge, ceremonyOf(viewer), viewer.userId),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch((error: Error) => {
    log.warn({ reason: error.message }, "a new passkey was rejected");
    return { registrationInfo: undefined };
  });
  if (!registrationInfo) throw new AppError("INVALID_REQUEST", { message: "passkeys.notAdded" });
  return registrationInfo;
}
