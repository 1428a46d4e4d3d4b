import "server-only";
import { seal, unseal } from "@/lib/seal";

const purpose = "totp";

/** The shared secret as it is stored: of use to nobody who has the database alone, nor in another person's row. */
export const sealSeed = (userId: string, seed: string): string => seal(seed, { purpose, owner: userId });

export const openSeed = ({ userId, sealedSeed }: { userId: string; sealedSeed: string }): string =>
  unseal(sealedSeed, { purpose, owner: userId });
