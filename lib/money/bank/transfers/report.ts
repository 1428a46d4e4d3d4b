import "server-only";
import { findMemoCodes } from "@/lib/money/top-ups/memo-code";
import { hmac } from "@/lib/platform/crypto";
import { sql } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { fold } from "@/lib/platform/i18n/fold";

/** Who reported a bank transfer: `sepay_list` is SePay's list, whose ids differ from those of its notifications. */
export type ReportSource = "sepay" | "sepay_list" | "casso" | "payos";

/** A transfer into or out of one of our bank accounts, as a source reports it. */
export type BankReport = {
  source: ReportSource;
  /** Unique within the source, as it writes it: some ids exceed 2^53. */
  sourceId: string;
  direction: "in" | "out";
  accountNumber: string;
  /** The bank's own reference; empty where the source gives none. */
  reference: string;
  /** Above zero. */
  amountVnd: bigint;
  occurredAt: Date;
  memo: string;
  payer: { account: string; name: string } | null;
};

/** What names the payer: stored encrypted. */
export type TransferDetails = Pick<BankReport, "memo" | "payer">;

export const transferDetailsContext = (transferId: string) => ({ purpose: "bank transfer", owner: transferId });

export const encryptDetails = (transferId: string, { memo, payer }: TransferDetails): string =>
  encrypt(JSON.stringify({ memo, payer }), transferDetailsContext(transferId));

export const decryptDetails = (transferId: string, encrypted: string): TransferDetails =>
  JSON.parse(decrypt(encrypted, transferDetailsContext(transferId)));

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

/** Initials, and the last four characters of the account. */
export const maskPayer = ({ name, account }: { name: string; account: string }): string => {
  const initials = name.split(/\s+/).flatMap((word) => (word ? [`${[...word][0]}.`] : []));
  return [...initials, ...(account ? [`…${account.slice(-4)}`] : [])].join(" ");
};
