import "server-only";
import { decrypt, encrypt } from "@/lib/platform/encryption";

export const seedContext = (userId: string) => ({ purpose: "totp", owner: userId });

/** The shared secret as it is stored: encrypted, and of no use in another person's row. */
export const encryptSeed = (userId: string, seed: string): string => encrypt(seed, seedContext(userId));

export const decryptSeed = ({ userId, encryptedSeed }: { userId: string; encryptedSeed: string }): string =>
  decrypt(encryptedSeed, seedContext(userId));
