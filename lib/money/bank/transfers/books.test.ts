// @module-tag promise
import fc from "fast-check";
import { expect, test } from "vitest";
import { OperatorError } from "@/lib/access/audit/platform-acts";
import { audit } from "@/lib/money/wallet/books/differences";
import { minutes } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { makeBusiness } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { makeReport, makeTopUp, recordReport as record, spend } from "@/testing/harness/bank-books";
import { trials } from "@/testing/harness/deep";
import { assignTransfer, unassignTransfer } from "./assign";
import { closeAsOwn } from "./close";
import type { BankReport } from "./report";
import { reverseCredited } from "./reverse";
import { voidTransfer } from "./undo";

const operator = await makeTerminalOperator();

/**
 * What three platform accounts hold, in thousandths of a đồng, and what the recorded bank transfers say that they hold:
 * `suspense` has what came in and belongs to no business, less what was sent back, and `own` all else that went out.
 */
async function readBooks() {
  const [books] = await db.$queryRaw<Record<"bank" | "banked" | "suspense" | "waiting" | "own" | "spent", bigint>[]>`
    SELECT (SELECT -balance_milli FROM wallet_accounts WHERE id = 'acc_bank') AS bank,
      (SELECT balance_milli FROM wallet_accounts WHERE id = 'acc_suspense') AS suspense,
      coalesce(sum(CASE direction WHEN 'in' THEN amount_vnd ELSE -amount_vnd END), 0)::bigint * 1000 AS banked,
      (SELECT balance_milli FROM wallet_accounts WHERE id = 'acc_own') AS own,
      coalesce(sum(CASE WHEN status = 'reversal' THEN -amount_vnd WHEN direction = 'in' AND status IN ('unmatched', 'reversed')
        THEN amount_vnd ELSE 0 END), 0)::bigint * 1000 AS waiting,
      coalesce(sum(CASE WHEN direction = 'out' AND status IN ('unmatched', 'own') THEN -amount_vnd WHEN status = 'own'
        THEN amount_vnd ELSE 0 END), 0)::bigint * 1000 AS spent
    FROM bank_transfers WHERE status <> 'void'`;
  return books;
}

const operations = trials(process.env.VANG_BANK_STEPS, 100, 100_000);
/** So many may take longer than anyone waits. */
const longestMs = minutes(20);

test(
  `after each of ${operations} random reports, assignments, corrections and reversals the ledger balances and equals the bank`,
  async () => {
    const businesses = await Promise.all(Array.from({ length: 4 }, () => makeBusiness()));
    const topUps = await Promise.all(businesses.map(({ id }) => makeTopUp(id)));
    const reports: BankReport[] = [];
    const known: string[] = [];
    const [step] = fc.sample(
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: operations, maxLength: operations }),
      1,
    );
    const endsAt = performance.now() + longestMs;
    let made = 0;
    const pick = <Item>(list: readonly Item[], seed: number) => list[seed % list.length] as Item;

    for (const [action, one, two] of step ?? []) {
      if (performance.now() > endsAt) break;
      const earlier = reports.length > 0 ? pick(reports, one) : undefined;
      const amountVnd = BigInt(1 + (one % 500_000));
      if (action % 10 < 4 || !earlier) {
        const memo = two % 3 === 0 ? "chuyen tien" : pick(topUps, two).code;
        const report = makeReport({ memo, amountVnd, reference: two % 5 === 0 ? "" : `R${reports.length}` });
        reports.push(report);
        known.push((await record(report)).transferId);
      } else if (action % 10 < 6) {
        await record({ ...earlier, source: pick(["sepay", "sepay_list", "casso"] as const, two) });
      } else if (action % 10 < 7) {
        const reference = two % 4 ? earlier.reference : `R${reports.length}`;
        const report = makeReport({ direction: "out", reference, amountVnd: earlier.amountVnd });
        reports.push(report);
        known.push((await record(report)).transferId);
      } else if (action % 10 < 8) {
        await db
          .$transaction((tx) => assignTransfer(tx, pick(known, one), pick(businesses, two).id))
          .catch(expectConflict);
      } else if (action % 10 < 9) {
        const id = pick(known, one);
        const takeAway = (tx: Transaction) => (two % 2 ? reverseCredited(tx, id) : unassignTransfer(tx, id, ""));
        const decide = () => (two % 4 ? voidTransfer(operator, id, "Sai") : closeAsOwn(operator, id, "Phí"));
        if (two % 3) await db.$transaction(takeAway).catch(expectConflict);
        else await decide().catch((error) => expect(error).toBeInstanceOf(OperatorError));
      } else {
        await spend(pick(businesses, one).id, amountVnd).catch(() => undefined);
      }
      made += 1;
      const books = await readBooks();
      expect([books?.bank, books?.suspense, books?.own]).toEqual([books?.banked, books?.waiting, books?.spent]);
    }
    expect(await audit()).toMatchObject([]);
    expect(made).toBeGreaterThanOrEqual(Math.min(operations, 2000));
  },
  minutes(25),
);

function expectConflict(error: { code?: string }) {
  expect(error.code).toBe("CONFLICT");
}
