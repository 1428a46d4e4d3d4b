import "server-only";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type Ceremony, spendChallenge } from "./challenge";
import { handleOf, relyingParty } from "./relying-party";
import type { Assertion } from "./schema";

type Passkey = { id: string; userId: string; publicKey: Uint8Array<ArrayBuffer> };

/** The person whose passkey responded, null if the passkey is unknown; and whether the response is a valid proof. */
export type Verification = { userId: string | null; isProof: boolean };

/**
 * Checks that the challenge is open for this ceremony, the signature is the credential's, the page was ours, the device
 * verified the person, and the counter has not gone back. Checking the signature uses up the challenge, also
 * if it is wrong.
 */
export async function verifyAssertion(ceremony: Ceremony, response: Assertion): Promise<Verification> {
  const passkey = await db.passkey.findUnique({
    where: { id: response.id },
    select: { id: true, userId: true, publicKey: true, suspendedAt: true },
  });
  if (!passkey) return { userId: null, isProof: false };
  const { userId, suspendedAt } = passkey;
  if (suspendedAt) return { userId, isProof: false };
  const signed = isOwners(passkey, ceremony, response) && (await verifySignature(passkey, ceremony, response));
  return { userId, isProof: signed ? await noteUse(passkey.id, signed) : false };
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
async function noteUse(id: string, { newCounter, credentialBackedUp }: Signed): Promise<boolean> {
  const { count } = await db.passkey.updateMany({
    where: { id, suspendedAt: null, ...(newCounter === 0 ? { counter: 0 } : { counter: { lt: newCounter } }) },
    data: { counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: clock.now() },
  });
  if (count === 0) log.warn({ passkey: id, counter: newCounter }, "a passkey's counter went back: there may be a copy");
  return count === 1;
}
