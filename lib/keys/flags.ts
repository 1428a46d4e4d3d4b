/** Why a key that works should be rotated. */
export type KeyFlag = "exposed";

type Flagged = { revokedAt: Date | null; exposedAt: Date | null };

/** What its people should know of a key before they go on using it. A revoked key has no flags. */
export function flagsOf({ revokedAt, exposedAt }: Flagged): KeyFlag[] {
  if (revokedAt) return [];
  return exposedAt ? ["exposed"] : [];
}
