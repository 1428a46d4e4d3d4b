import { identify, type LiveKey } from "@/lib/keys/find-live-key";
import { fingerprints, isWellFormedSecret } from "@/lib/keys/secret";
import { AppError } from "@/lib/platform/errors";

/** The active key of a secret. Unknown, revoked and expired keys all get KEY_INVALID; a malformed one without a query. */
export async function findLiveKey(secret: string): Promise<LiveKey> {
  if (!isWellFormedSecret(secret)) throw new AppError("KEY_INVALID");
  const { live } = await identify(fingerprints(secret));
  if (!live) throw new AppError("KEY_INVALID");
  return live;
}
