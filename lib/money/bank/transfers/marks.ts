import "server-only";
import { findMemoCodes } from "@/lib/money/top-ups/memo-code";
import { hmac } from "@/lib/platform/crypto";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { fold } from "@/lib/platform/i18n/fold";
import { decryptDetails, type TransferDetails } from "./details";

const mark = (kind: string, text: string) => hmac(env.VANG_LINK_SECRET, `bank ${kind}:${text}`).slice(0, 16);

const mostWords = 60;

/** The different words of a text as they are compared: without case, accents and punctuation. */
const wordsOf = (text: string): string[] =>
  [
    ...new Set(
      fold(text)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    ),
  ].slice(0, mostWords);

/** Keyed digests of a text's words: equal words have equal digests, which without our secret say nothing. */
export const marksOf = (text: string): string[] => wordsOf(text).map((word) => mark("word", word));

/** What a transfer is found by, in place of its memo and payer, which are encrypted. */
export function searchMarks({ memo, payer, reference }: TransferDetails & { reference: string }) {
  const who = payer && (payer.account.replace(/\W/g, "").toUpperCase() || fold(payer.name));
  // Also a code whose parts the bank separated.
  const text = [memo, ...findMemoCodes(memo), reference, payer?.name, payer?.account].filter(Boolean).join(" ");
  return { marks: marksOf(text), payerMark: who ? mark("payer", who) : null };
}

const batchSize = 200;

const unmarked = `SELECT id, reference, encrypted_details AS "encryptedDetails" FROM bank_transfers
  WHERE marks IS NULL ORDER BY id LIMIT ${batchSize}`;

type Unmarked = { id: string; reference: string; encryptedDetails: string };

/** Marks transfers that an earlier release recorded, at most 200. Returns how many. */
export async function markOldTransfers(): Promise<number> {
  const rows = await sql<Unmarked>("unmarked-transfers", unmarked, []);
  for (const { id, reference, encryptedDetails } of rows) {
    const { marks, payerMark } = searchMarks({ ...decryptDetails(id, encryptedDetails), reference });
    const text = "UPDATE bank_transfers SET marks = $2, payer_mark = $3 WHERE id = $1";
    await sql("mark-transfer", text, [id, marks, payerMark]);
  }
  return rows.length;
}
