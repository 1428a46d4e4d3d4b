/** What `usedHint` needs of a key. */
export const usedHintColumns = { hint: true, secretIssuedById: true } as const;

/**
 * The last characters of the secret that a request was sent with. Earlier releases did not keep them: then they are
 * those of a key that was never rotated, and unknown of any other.
 */
export const usedHint = (
  { keyHint }: { keyHint: string | null },
  key: { hint: string; secretIssuedById: string | null },
): string | null => keyHint ?? (key.secretIssuedById === null ? key.hint : null);
