import "server-only";
import { createHmac } from "node:crypto";
import { hmac } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { fold } from "@/lib/platform/i18n/fold";

/** Vietnamese has fewer syllables without tone marks, so a text seldom has more different words. */
const mostMarks = 2000;

/** The words of a text as they are compared: without case, accents and punctuation. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A keyed digest of each different word, to find the job by. Each business has its own key, so equal words differ. */
export function marksOf(businessId: string, text: string): number[] {
  const key = hmac(env.VANG_LINK_SECRET, `history words:${businessId}`);
  const words = [...new Set(wordsOf(text))].slice(0, mostMarks);
  return words.map((word) => createHmac("sha256", key).update(word).digest().readInt32BE(0));
}
