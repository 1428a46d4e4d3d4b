// @module-tag promise
// @module-tag slow
import { afterEach, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Member } from "@/lib/access/principals/member";
import { adjustCredit } from "@/lib/money/adjustments/adjust-credit";
import { assignUnclaimed } from "@/lib/money/bank/transfers/assign";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { reopenTransfer } from "@/lib/money/bank/transfers/undo";
import { setInvoiceDetails } from "@/lib/money/invoices/details/service";
import { closeMonths } from "@/lib/money/statements/close";
import { createTopUp } from "@/lib/money/top-ups/create";
import { getTopUp } from "@/lib/money/top-ups/list";
import { holdCredit } from "@/lib/money/wallet/holds";
import { captureHolds } from "@/lib/money/wallet/settle";
import { clock, days } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { boundsOfMonth, nextMonth } from "@/lib/platform/vietnam-time";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports } from "@/testing/harness/bank-books";
import { trials } from "@/testing/harness/deep";
import { goTo } from "@/testing/harness/go-to";
import { promised } from "@/testing/promises";
import { listInvoiceable, listInvoices } from "./list";
import { requestInvoice } from "./request";

// Read once, at the first use of any setting.
process.env.INVOICE_POLICY = "monthly_usage";

const details = {
  legalName: "Công ty TNHH Sách Nói Việt Nam",
  taxCode: "0314409058",
  address: "12 Nguyễn Huệ, Thành phố Hồ Chí Minh",
  email: "ke-toan@sach-noi.vn",
};

afterEach(() => {
  clock.reset();
});

/** A business with a paid top-up. Returns the payment's id. */
async function makePayment(member: Member, options: { amountVnd?: number } = {}): Promise<string> {
  const { amountVnd = 200_000 } = options;
  const id = await createTopUp(member, { amountVnd, formToken: newToken() });
  const { code } = await db.topUp.findUniqueOrThrow({ where: { id } });
  return bankReports({ memo: code ?? "", amountVnd: BigInt(amountVnd) });
}

/** A number from 0 to below `end`, the same in each run. */
const randomOf = (seed: number) => {
  let state = seed;
  return (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
};

type Move = { kind: string; milli: bigint };

/** What payments paid for of each charge, from the movements alone: given credit is spent first. */
function findPaidUsage(moves: Move[]): bigint {
  let [given, paid] = [0n, 0n];
  for (const { kind, milli } of moves) {
    if (paymentKinds.includes(kind)) continue;
    const ofGiven = milli < 0n && -milli > given ? -given : milli;
    given += ofGiven;
    if (kind === "charge") paid += ofGiven - milli;
  }
  return paid;
}

const paymentKinds = ["top_up", "claim", "unmatched", "reversal", "refund"];

/** Without adjustments that settle a debt, which give nothing that can be spent. */
const movesOf = (businessId: string): Promise<Move[]> =>
  sql<Move>(
    undefined,
    `WITH own AS (SELECT id FROM wallet_accounts WHERE business_id = $1)
     SELECT kind::text, CASE WHEN credit_account_id IN (SELECT id FROM own) THEN amount_milli ELSE -amount_milli END AS milli
     FROM transfers WHERE NOT (kind = 'adjustment' AND reference LIKE '%:receivable') AND (debit_account_id IN (SELECT id FROM own)) <> (credit_account_id IN (SELECT id FROM own))
     ORDER BY created_at, id`,
    [businessId],
  );

async function tryTo(act: Promise<unknown>): Promise<boolean> {
  return act.then(
    () => true,
    () => false,
  );
}

/** One month of payments, jobs, adjustments and corrections of payments. */
async function liveAMonth(member: Member, random: (end: number) => number): Promise<void> {
  const { businessId } = member;
  const business = await getBusiness(businessId);
  const act = await makeTerminalOperator();
  const next = () => clock.advance(1000);
  const payment = await makePayment(member, { amountVnd: 10_000 + random(20_000) });
  for (let count = random(5); count > 0; count--) {
    next();
    const kind = random(8);
    if (kind < 4) {
      const trackingId = newId("tts");
      if (await tryTo(holdCredit({ businessId, trackingId, amountMilli: BigInt(random(9_000_000)) })))
        await captureHolds(sql, [trackingId]);
    } else if (kind < 7) {
      const amountVnd = BigInt(random(12_000) - 7000);
      if (amountVnd !== 0n) await tryTo(adjustCredit(act, business, { amountVnd, reason: newId("transfer") }));
    } else if (await tryTo(reverseTransfer(act, payment, "Nhầm"))) {
      next();
      if (random(2)) {
        await reopenTransfer(act, payment, "Nhầm");
        await assignUnclaimed(act, payment, business, "Khớp");
      }
    }
  }
}

test("an adjustment that takes paid credit is not invoiced as usage, neither then nor with the next charge", async () => {
  goTo(new Date("2024-01-10T00:00:00Z"));
  const member = await makeMember({ creditMilli: 10_000_000n });
  const { businessId } = member;
  await setInvoiceDetails(member, details);
  await makePayment(member, { amountVnd: 100_000 });
  const operator = await makeTerminalOperator();
  clock.advance(1000);
  await adjustCredit(operator, await getBusiness(businessId), { amountVnd: -60_000n, reason: "Nhập sai" });
  const charge = async (milli: bigint) => {
    clock.advance(1000);
    const trackingId = newId("tts");
    await holdCredit({ businessId, trackingId, amountMilli: milli });
    await captureHolds(sql, [trackingId]);
  };
  goTo(new Date("2024-02-02T00:00:00Z"));
  await closeMonths();
  expect(await listInvoiceable(member)).toEqual([]);
  await charge(20_000_000n);
  goTo(new Date("2024-03-02T00:00:00Z"));
  await closeMonths();
  expect((await listInvoiceable(member)).map(({ amountVnd }) => amountVnd)).toEqual([20_000n]);
});

test("where usage is invoiced by the month, an order asks for no invoice, also when its form does", async () => {
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  const id = await createTopUp(member, { amountVnd: 200_000, formToken: newToken(), invoiceRequested: "on" });
  expect(await db.topUp.findUnique({ where: { id } })).toMatchObject({ invoiceRequested: false, encryptedBuyer: null });
  expect((await getTopUp(member, id)).invoiceRequested).toBeNull();
});

const months = trials(undefined, 20, 2000);

test(`the invoices of ${months} random months with adjustments and reversals agree with the ledger to the đồng`, async () => {
  const random = randomOf(31);
  for (let business = 0; business < months / 20; business++) {
    let month = "2024-01";
    goTo(new Date(boundsOfMonth(month).from.getTime() + days(1)));
    const member = await makeMember({ creditMilli: BigInt(random(3_000_000)) + 1n });
    const { businessId } = member;
    await setInvoiceDetails(member, details);
    for (let count = 0; count < 20; count++, month = nextMonth(month)) {
      goTo(new Date(boundsOfMonth(month).from.getTime() + days(2 + random(20))));
      await liveAMonth(member, random);
    }
    goTo(new Date(boundsOfMonth(month).from.getTime() + days(1)));
    await closeMonths();
    for (const { subject } of await listInvoiceable(member)) await requestInvoice(member, subject);
    const invoices = await listInvoices(member);
    const invoiced = invoices.reduce((sum, { amountVnd }) => sum + amountVnd, 0n);
    const ofLedger = findPaidUsage(await movesOf(businessId)) / 1000n;
    expect(Number(invoiced - ofLedger), businessId).toBe(promised("M5"));
    for (const { amountVnd, netVnd, taxVnd } of invoices) expect(netVnd + taxVnd).toBe(amountVnd);
  }
}, 1_200_000);
