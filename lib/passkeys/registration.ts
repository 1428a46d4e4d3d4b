import "server-only";
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { db } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Viewer } from "@/lib/principals/viewer";
import { type Ceremony, challengeMs, keepChallenge, spendChallenge } from "./challenge";
import { relyingParty, requireNamedHost } from "./relying-party";
import { type NewCredential, passkeyLimit } from "./schema";
import { addPasskey, tooMany } from "./service";

const ceremonyOf = ({ sessionId, userId }: Viewer): Ceremony => ({ purpose: "register", holder: sessionId, userId });

/**
 * What the browser is to ask its authenticator for. Only for someone who has just proved who they are: the challenge
 * carries that on to `finishRegistration`. Throws CONFLICT for whoever has as many passkeys as they may.
 */
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
    // Discoverable, so that nobody has to type an address to sign in.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(options.challenge, ceremonyOf(viewer));
  return options;
}

/**
 * Keeps the passkey the browser made, and tells its owner by mail. Answers the recovery codes when it is the first
 * second factor. Throws INVALID_REQUEST for an answer that is not to our question, CONFLICT for a credential that is
 * known already and for one too many.
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
    log.warn({ reason: error.message }, "a new passkey was refused");
    return { registrationInfo: undefined };
  });
  if (!registrationInfo) throw new Refusal("INVALID_REQUEST", { message: "passkeys.notAdded" });
  return registrationInfo;
}
