import "server-only";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { localPart } from "@/lib/platform/mail/email-schema";
import { passwordLength } from "./schema";

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

/** Guessed first, besides the list: our name, and the Vietnamese for "password" and "I love you". */
const localWords = ["vang", "matkhau", "anhyeuem", "emyeuanh", "yeuem", "vietnam", "hanoi", "saigon", "khongbiet"];

let filter: PasswordFilter | undefined;

/** The list is beside this file; `docs/operate/security.md` says where it is from and how to create it from a longer one. */
function isListed(password: string): boolean {
  filter ??= readFileSync(join(process.cwd(), "lib/people/account/common-passwords.bloom"));
  return isInFilter(filter, password);
}

/** Whether it is listed, also without accents or its ending, repeats one piece, or has too little besides `words`. */
export function isCommonPassword(password: string, words: readonly string[] = []): boolean {
  const typed = foldPassword(password);
  const plain = withoutAccents(typed);
  const forms = [typed, plain, plain.replace(/[^a-z]{1,4}$/, "")];
  return forms.some(isListed) || /^(.{1,4}?)\1+.?$/su.test(plain) || isPersonal(plain, words);
}

/** Removes the words: the rest must be a password by itself. */
function isPersonal(plain: string, words: readonly string[]): boolean {
  const parts = words.flatMap((word) => {
    const folded = withoutAccents(foldPassword(word));
    return [folded.replace(/[^\p{L}\p{N}]/gu, ""), ...folded.split(/[^\p{L}\p{N}]+/u)];
  });
  const known = [...localWords, ...parts].filter((word) => word.length >= 3);
  const longestFirst = known.sort((a, b) => b.length - a.length);
  const letters = plain.replace(/[^\p{L}\p{N}]/gu, "");
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ""), letters);
  return rest !== letters && (rest.length < passwordLength.min || isListed(rest));
}

const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("đ", "d");

/** Throws INVALID_REQUEST at `param`. `words`: the person's names, the first part of their address, their business. */
export function rejectCommonPassword(password: string, words: readonly string[], param = "password"): void {
  if (isCommonPassword(password, words))
    throw new AppError("INVALID_REQUEST", { message: "auth.passwordCommon", param });
}

/** What an attacker would guess first for this person: their names, their email, the businesses they work for. */
export async function listPersonalWords(userId: string): Promise<string[]> {
  const { name, email, memberships } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, email: true, memberships: { select: { business: { select: { name: true } } } } },
  });
  return [name, localPart(email), ...memberships.map(({ business }) => business.name)];
}
