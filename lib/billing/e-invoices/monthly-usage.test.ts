// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { setInvoiceDetails } from "@/lib/billing/invoice-details/service";
import { closeMonths } from "@/lib/billing/statements/close";
import { createTopUp } from "@/lib/billing/top-ups/create";
import { clock, days } from "@/lib/clock";
import { newToken } from "@/lib/crypto";
import { db, sql } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { Member } from "@/lib/principals/member";
import { boundsOfMonth, nextMonth } from "@/lib/vietnam-time";
import { netPaid } from "@/lib/wallet/forfeit";
import { holdCredit } from "@/lib/wallet/holds";
import { captureHolds } from "@/lib/wallet/settle";
import { makeMember } from "@/prisma/factories";
import { bankReports } from "@/testing/harness/bank-books";
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

const goTo = (moment: Date) => {
  clock.reset();
  clock.advance(moment.getTime() - Date.now());
};

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

test("the invoices of 200 random months agree with the paid usage of the ledger to the đồng", async () => {
  const random = randomOf(31);
  for (let business = 0; business < 10; business++) {
    let month = "2024-01";
    goTo(new Date(boundsOfMonth(month).from.getTime() + days(1)));
    const member = await makeMember({ creditMilli: BigInt(random(3_000_000)) + 1n });
    const { businessId } = member;
    await setInvoiceDetails(member, details);
    for (let count = 0; count < 20; count++, month = nextMonth(month)) {
      goTo(new Date(boundsOfMonth(month).from.getTime() + days(2 + random(20))));
      await makePayment(member, { amountVnd: 10_000 + random(20_000) });
      for (let job = random(3); job > 0; job--) {
        const trackingId = newId("tts");
        const isHeld = await holdCredit({ businessId, trackingId, amountMilli: BigInt(random(9_000_000)) }).then(
          () => true,
          () => false,
        );
        if (isHeld) await captureHolds(sql, [trackingId]);
      }
    }
    goTo(new Date(boundsOfMonth(month).from.getTime() + days(1)));
    await closeMonths();
    for (const { subject } of await listInvoiceable(member)) await requestInvoice(member, subject);
    const invoiced = (await listInvoices(member)).reduce((sum, { amountVnd }) => sum + amountVnd, 0n);
    // Usage that was paid for, from the payments alone: what was paid, less what of it is left.
    const left = await db.$transaction((tx) => netPaid(tx, businessId));
    const paid = await db.transfer.aggregate({
      where: { kind: "top_up", credit: { businessId } },
      _sum: { amountMilli: true },
    });
    expect(Number(invoiced - ((paid._sum.amountMilli ?? 0n) - left) / 1000n)).toBe(promised("M5"));
  }
}, 240_000);
