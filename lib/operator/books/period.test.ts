import { afterEach, expect, test, vi } from "vitest";
import { deferredRevenueAt, liabilitiesAt, revenueBetween, trialBalanceAt } from "@/lib/money/wallet/books/as-of";
import { watchBooks } from "@/lib/money/wallet/books/audit-books";
import { expireGrants, giveCredit, netPaid } from "@/lib/money/wallet/grants";
import { holdCredit } from "@/lib/money/wallet/holds";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { clock, days, hours } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { boundsOfMonth, vietnamDate, vietnamDay, vietnamMonth } from "@/lib/platform/vietnam-time";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { makeStaff } from "@/prisma/staff-factories";
import { plantBalance } from "@/testing/harness/plant-balance";
import { exportJournal, isLockedMonthUnchanged, lockMonth } from "./books";

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

const output: string[] = [];
const run = async (...args: string[]) => {
  output.length = 0;
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => output.push(String(text)) > 0);
  const code = await operateFromTerminal(["books", ...args], async () => "");
  vi.restoreAllMocks();
  return { code, text: output.join("") };
};
const who = ["--as", "accountant@vang.example", "--reason", "Tháng đã đối chiếu"];

/** A business that was given 1,000 đồng, paid 2,000, and was charged 1,500 for a job. */
async function makeTrade() {
  const caller = await makeCaller({ creditMilli: 1_000_000n });
  const { businessId } = caller;
  await db.$transaction((tx) =>
    postTransfer(tx, {
      debit: "bank",
      credit: { businessId, kind: "available" },
      amountMilli: 2_000_000n,
      kind: "top_up",
      reference: `test:${newId("transfer")}`,
    }),
  );
  const job = makeFinished(caller, { amountMilli: "1500000" });
  await holdCredit({ businessId, trackingId: job.trackingId, amountMilli: 1_500_000n });
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  return businessId;
}

test("the trial balance of a day leaves out what came later, and its columns add up", async () => {
  const businessId = await makeTrade();
  const today = vietnamDay(clock.now());
  const yesterday = new Date(+today - days(1));
  const creditOn = async (day: Date) =>
    (await liabilitiesAt(sql, day, { limit: 1000, offset: 0 })).find((row) => row.businessId === businessId)
      ?.creditMilli;
  expect(await creditOn(today)).toBe(1_500_000n);
  expect(await creditOn(yesterday)).toBeUndefined();
  for (const day of [today, yesterday]) {
    const rows = await trialBalanceAt(sql, day);
    const sum = (of: "debitMilli" | "creditMilli") => rows.reduce((total, row) => total + row[of], 0n);
    expect(sum("debitMilli")).toBe(sum("creditMilli"));
  }
});

test("revenue is by month, business and service, and given credit is used before paid credit", async () => {
  const businessId = await makeTrade();
  const { from, to } = boundsOfMonth(vietnamMonth(clock.now()));
  const revenue = await revenueBetween(sql, from, to, { limit: 1000, offset: 0 });
  expect(revenue.filter((row) => row.businessId === businessId)).toMatchObject([
    { month: vietnamMonth(clock.now()), kind: "tts", jobs: 1, milli: 1_500_000n },
  ]);
  const before = await deferredRevenueAt(sql, vietnamDay(clock.now()));
  await makeTrade();
  const after = await deferredRevenueAt(sql, vietnamDay(clock.now()));
  expect(after.paidMilli - before.paidMilli).toBe(1_500_000n);
  expect(after.givenMilli - before.givenMilli).toBe(0n);
});

test("deferred revenue leaves out free credit that was promised or expired, whenever it was given", async () => {
  const shares = async () => {
    const { paidMilli, givenMilli } = await deferredRevenueAt(sql, vietnamDay(clock.now()));
    return [paidMilli, givenMilli] as const;
  };
  const [paidBefore, givenBefore] = await shares();
  const businessId = await makeTrade();
  const expiresAt = new Date(+clock.now() + hours(1));
  const promise = { businessId, kind: "promotion", reference: `promotion:${businessId}`, expiresAt } as const;
  await db.$transaction((tx) => giveCredit(tx, { ...promise, amountMilli: 3_000_000n }));
  expect(await db.$transaction((tx) => netPaid(tx, businessId))).toBe(1_500_000n);
  const [paid, given] = await shares();
  expect([paid - paidBefore, given - givenBefore]).toEqual([1_500_000n, 3_000_000n]);

  clock.advance(hours(1) + 1);
  await expireGrants();
  const [paidAfter, givenAfter] = await shares();
  expect([paidAfter - paidBefore, givenAfter - givenBefore]).toEqual([1_500_000n, 0n]);
});

test("the journal has the account codes and amounts of every movement, and a day of usage as one line", async () => {
  const businessId = await makeTrade();
  const today = vietnamDate(clock.now());
  const { code, text } = await run("journal", today, today, ...who);
  expect(code).toBe(0);
  const lines = text.replace("\ufeff", "").trim().split("\n");
  expect(lines[0]).toBe("date,number,description,debit,credit,amount,customer,reference");
  expect(lines.find((line) => line.includes(`usage:${businessId}`))).toContain(",3387,5113,1500,");
  expect(lines.filter((line) => line.includes(",Top up,1121,3387,2000,"))).not.toHaveLength(0);
  expect(lines[1]?.split(",").slice(0, 2)).toEqual([today, `${today.replaceAll("-", "")}-00001`]);
  expect(await db.platformAuditEvent.count({ where: { action: "journal.exported" } })).toBe(1);
});

test("a locked month accepts no transfer, is locked once, and shows when its journal changed", async () => {
  const month = vietnamMonth(new Date(+boundsOfMonth(vietnamMonth(new Date())).from - days(1)));
  const { to } = boundsOfMonth(month);
  clock.advance(hours(2));
  expect((await run("lock", vietnamMonth(clock.now()), ...who)).text).toContain("an hour after its end");
  const [debit, credit] = ["acc_promotion", "acc_suspense"];
  const write = (reference: string, createdAt: Date) =>
    db.transfer.create({
      data: {
        id: newId("transfer"),
        reference,
        createdAt,
        kind: "adjustment",
        amountMilli: 1n,
        debitAccountId: debit,
        creditAccountId: credit,
      },
    });
  await write("before the lock", new Date(+to - days(1)));
  clock.advance(+to - days(1) - +clock.now());
  const traded = await makeTrade();
  clock.reset();
  clock.advance(hours(2));
  await db.bookAudit.deleteMany();
  expect((await run("lock", month, ...who)).text).toContain("did not find the books balanced");
  for (const [id, increment] of [
    [debit, -1n],
    [credit, 1n],
  ] as const)
    await plantBalance("id = $2", id, increment);
  await watchBooks();

  expect(await run("lock", month, ...who)).toMatchObject({ code: 0 });
  expect((await run("lock", month, ...who)).text).toContain(`locked to the end of ${month}`);
  await expect(write("after the lock", new Date(+to - days(1)))).rejects.toThrow("locked");
  await makeTrade();
  expect(await run("verify", month)).toMatchObject({ code: 0, text: "unchanged\n" });
  await db.business.update({ where: { id: traded }, data: { name: "Công ty Sách Nói Việt" } });
  expect(await run("verify", month)).toMatchObject({ code: 0, text: "unchanged\n" });
  await db.bookLock.update({ where: { month }, data: { entries: 7 } });
  expect(await run("verify", month)).toMatchObject({ code: 1 });
});

test.each(["support", "engineer", "admin"] as const)(
  "%s neither locks a month nor exports the journal",
  async (role) => {
    const staff = await makeStaff(role);
    const day = vietnamDay(clock.now());
    await expect(lockMonth(staff, "2026-01", "Thử")).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(exportJournal(staff, { from: day, to: day }, "Thử")).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(isLockedMonthUnchanged(staff, "2026-01")).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await db.bookLock.count({ where: { month: "2026-01" } })).toBe(0);
  },
);
