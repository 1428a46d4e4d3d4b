import { hashingCost } from "@/lib/people/account/password";

const production = { ...hashingCost };

/** Only in this process, as `shortenFloor`. */
export function lowerHashingCost(): void {
  hashingCost.memoryCost = 64;
  hashingCost.timeCost = 1;
}

/** Hashes as in production until the file ends. */
export function restoreHashingCost(): void {
  Object.assign(hashingCost, production);
}
