import { createHash } from "node:crypto";

/** A Bloom filter of passwords: about one in 100,000 others is a false positive, and there are no false negatives. */
export type PasswordFilter = Uint8Array;

// The optimal size for one false positive in 200,000.
const bitsPerEntry = 26;
const probes = 18;

/** Passwords that differ only in case and compatibility forms count as one, as in guessing programs. */
export const foldPassword = (password: string): string => password.normalize("NFKC").toLowerCase();

export function makeFilter(passwords: ReadonlySet<string>): PasswordFilter {
  const filter = new Uint8Array(Math.ceil((passwords.size * bitsPerEntry) / 8));
  for (const password of passwords) {
    for (const bit of bitsOf(password, filter)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return filter;
}

export const isInFilter = (filter: PasswordFilter, password: string): boolean =>
  bitsOf(password, filter).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);

/** Two halves of one digest replace all the hash functions (Kirsch and Mitzenmacher, 2006). */
function bitsOf(password: string, filter: PasswordFilter): number[] {
  const digest = createHash("sha256").update(password).digest();
  const [start, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
  return Array.from({ length: probes }, (_, probe) => (start + probe * step) % (filter.length * 8));
}
