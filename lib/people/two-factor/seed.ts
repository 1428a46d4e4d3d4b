import "server-only";
import { generateSecret, generateURI, verifySync } from "otplib";
import { decrypt, encrypt } from "@/lib/platform/encryption";

/** In seconds (RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits). */
const stepSeconds = 30;

/** A new shared secret of 160 bits, base32. */
export const newSeed = (): string => generateSecret({ length: 20 });

/** What an authenticator app reads from the QR code. */
export const enrolmentUri = (seed: string, account: string): string =>
  generateURI({ issuer: "Vang", label: account, secret: seed });

/** The code's time step: the current one or, for late clocks, the one before; else null. Does not check for reuse. */
export function findStep(seed: string, code: string, now: Date): bigint | null {
  if (!/^\d{6}$/.test(code)) return null;
  const result = verifySync({
    secret: seed,
    token: code,
    epoch: Math.floor(+now / 1000),
    period: stepSeconds,
    epochTolerance: [stepSeconds, 0],
  });
  return result.valid && "timeStep" in result ? BigInt(result.timeStep) : null;
}

export const seedContext = (userId: string) => ({ purpose: "totp", owner: userId });

/** The shared secret as it is stored: encrypted, and of no use in another person's row. */
export const encryptSeed = (userId: string, seed: string): string => encrypt(seed, seedContext(userId));

export const decryptSeed = ({ userId, encryptedSeed }: { userId: string; encryptedSeed: string }): string =>
  decrypt(encryptedSeed, seedContext(userId));
