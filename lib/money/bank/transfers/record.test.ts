// @module-tag promise
import { expect, test } from "vitest";
import { getTopUp } from "@/lib/money/top-ups/list";
import { newMemoCode } from "@/lib/money/top-ups/memo-code";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeBusiness, makeMember } from "@/prisma/factories";
import { makeReport, makeTopUp, recordReport as record, walletOf } from "@/testing/harness/bank-books";
import { assignTransfer } from "./assign";

process.env.STAFF_EMAIL = "staff@vang.example";

const reasonOf = async (id: string) => (await db.bankTransfer.findUniqueOrThrow({ where: { id } })).reason;

const platform = async (kind: "bank" | "suspense") =>
  (await db.walletAccount.findFirstOrThrow({ where: { kind, businessId: null } })).balanceMilli;

test("a transfer with a top-up's code is credited to its business, and to no other", async () => {
  const [business, other] = [await makeBusiness(), await makeBusiness()];
  const topUp = await makeTopUp(business.id);
  const { status, transferId } = await record(makeReport({ memo: `MBVCB.1.${topUp.code}.CT tu 0123` }));

  expect(status).toBe("credited");
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
  expect((await walletOf(other.id)).available).toBe(0n);
  const row = await db.bankTransfer.findUnique({ where: { id: transferId } });
  expect(row).toMatchObject({ businessId: business.id, topUpId: topUp.id, status: "credited" });
  expect(JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value))).not.toMatch(
    /NGUYEN|9704/,
  );
});

test("a transfer that its bank booked in the future waits, and so does a reversal", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const inMinutes = (count: number) => new Date(clock.now().getTime() + minutes(count));
  const late = await record(makeReport({ memo: code, occurredAt: inMinutes(11) }));
  expect(late.status).toBe("unmatched");
  expect(await reasonOf(late.transferId)).toBe("in_future");
  const paid = makeReport({ memo: code, occurredAt: inMinutes(9) });
  expect((await record(paid)).status).toBe("credited");
  const back = await record(makeReport({ direction: "out", reference: paid.reference, occurredAt: inMinutes(60) }));
  expect(back.status).toBe("unmatched");
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});

test.each([
  ["more than three times its order", 200_000n, 600_001n],
  ["10,000,000,000,000", 400_000_000n, 10_000_000_000_000n],
  ["above the setting", 499_999_999n, 500_000_001n],
])(
  "a payment of %s waits, its top-up says so, and an operator credits it to that top-up",
  async (_, order, amountVnd) => {
    const member = await makeMember();
    const topUp = await makeTopUp(member.businessId, order);
    const { transferId, status } = await record(makeReport({ memo: topUp.code, amountVnd }));
    expect(status).toBe("unmatched");
    expect(await reasonOf(transferId)).toBe("large_amount");
    expect(await walletOf(member.businessId)).toEqual({ available: 0n, receivable: 0n });
    expect(await getTopUp(member, topUp.id)).toMatchObject({
      ...{
        status: "checking",
        receivedVnd: 0n,
        checkedVnd: amountVnd,
        payments: [{ id: transferId, isChecked: true }],
      },
    });

    await db.$transaction((tx) => assignTransfer(tx, transferId, member.businessId));
    expect((await walletOf(member.businessId)).available).toBe(amountVnd * 1000n);
    expect(await getTopUp(member, topUp.id)).toMatchObject({ status: "over", receivedVnd: amountVnd, checkedVnd: 0n });
  },
);

test("a payment of three times its order is credited at once", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  expect((await record(makeReport({ memo: code, amountVnd: 600_000n }))).status).toBe("credited");
});

test("however many large payments arrive, the staff gets one email an hour", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const mails = () => db.outboxMessage.count({ where: { dedupeKey: { startsWith: "transfers held:" } } });
  await db.outboxMessage.deleteMany();
  for (let sent = 0; sent < 3; sent += 1) await record(makeReport({ memo: code, amountVnd: 900_000n }));
  expect(await mails()).toBe(1);
  clock.advance(hours(1));
  await record(makeReport({ memo: code, amountVnd: 900_000n }));
  expect(await mails()).toBe(2);
  clock.reset();
});

test.each([
  ["without a code", async () => "NGUYEN VAN A chuyen tien", "no_code"],
  ["with a code that was never issued", async () => newMemoCode(), "unknown_code"],
  [
    "with a wrong symbol in its code",
    async () => (await makeTopUp((await makeBusiness()).id)).code.replace(/.$/, (last) => (last === "2" ? "3" : "2")),
    "no_code",
  ],
  [
    "with the codes of two top-ups",
    async () =>
      `${(await makeTopUp((await makeBusiness()).id)).code} ${(await makeTopUp((await makeBusiness()).id)).code}`,
    "several_codes",
  ],
  [
    "for an archived business",
    async () => {
      const { id } = await makeBusiness();
      const { code } = await makeTopUp(id);
      await db.business.update({ where: { id }, data: { archivedAt: clock.now() } });
      return code;
    },
    "archived",
  ],
])("a transfer %s waits in suspense", async (_, memoOf, reason) => {
  const before = await platform("suspense");
  const { transferId, status } = await record(makeReport({ memo: await memoOf() }));
  expect(status).toBe("unmatched");
  expect(await db.bankTransfer.findUnique({ where: { id: transferId } })).toMatchObject({ reason, businessId: null });
  expect((await platform("suspense")) - before).toBe(200_000_000n);
});

test("an unmatched transfer is assigned to one business once, of twenty who try at the same time", async () => {
  const businesses = await Promise.all(Array.from({ length: 20 }, () => makeBusiness()));
  const { transferId } = await record(makeReport());
  const tries = await Promise.allSettled(
    businesses.map(({ id }) => db.$transaction((tx) => assignTransfer(tx, transferId, id))),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const balances = await Promise.all(businesses.map(async ({ id }) => (await walletOf(id)).available));
  expect(balances.reduce((sum, one) => sum + one, 0n)).toBe(200_000_000n);
});
