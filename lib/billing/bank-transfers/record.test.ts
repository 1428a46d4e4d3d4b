// @module-tag promise
import fc from "fast-check";
import { expect, test } from "vitest";
import { OperatorError } from "@/lib/audit/platform-acts";
import { getTopUp } from "@/lib/billing/top-ups/list";
import { newMemoCode } from "@/lib/billing/top-ups/memo-code";
import { clock, hours, minutes } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { Operator } from "@/lib/principals/operator";
import { audit } from "@/lib/wallet/audit";
import { makeBusiness, makeMember } from "@/prisma/factories";
import { walletOf } from "@/testing/harness/bank-books";
import { trials } from "@/testing/harness/deep";
import { assignTransfer } from "./assign";
import { closeAsOwn } from "./close";
import { OtherContent, recordBankTransfer } from "./record";
import type { BankReport, ReportSource } from "./report";
import { reverseCredited } from "./reverse";
import { unassignTransfer } from "./unassign";
import { voidTransfer } from "./void";

const operator = { email: "ops@vang.example", via: "terminal" } as Operator;

process.env.STAFF_EMAIL = "staff@vang.example";

let count = 0;

const makeReport = (options: Partial<BankReport> = {}): BankReport => ({
  source: "sepay",
  sourceId: `id-${++count}`,
  direction: "in",
  accountNumber: "0011001932418",
  reference: `FT${count}`,
  amountVnd: 200_000n,
  occurredAt: clock.now(),
  memo: "NGUYEN VAN A chuyen tien",
  payer: { account: "9704123456789", name: "NGUYEN VAN A" },
  ...options,
});

async function makeTopUp(businessId: string, amountVnd = 200_000n) {
  const [createdAt, code] = [clock.now(), newMemoCode()];
  const expiresAt = new Date(createdAt.getTime() + hours(24));
  const data = { id: newId("topUp"), businessId, method: "bank_transfer", amountVnd, code, createdAt, expiresAt };
  await db.topUp.create({ data });
  return { id: data.id, code };
}

const record = (report: BankReport) => db.$transaction((tx) => recordBankTransfer(tx, report));

const reasonOf = async (id: string) => (await db.bankTransfer.findUniqueOrThrow({ where: { id } })).reason;

const platform = async (kind: "bank" | "suspense") =>
  (await db.walletAccount.findFirstOrThrow({ where: { kind, businessId: null } })).balanceMilli;

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

const reported = 1000;

test(`${reported} reports of one transfer by four sources, forty at a time, credit it once`, async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const same = makeReport({ memo: code });
  const sources: ReportSource[] = ["sepay", "sepay_list", "casso", "payos"];
  const reports = Array.from({ length: reported }, (_, index) => {
    const source = sources[index % 4] as ReportSource;
    return { ...same, source, sourceId: `${source}-${same.sourceId}` };
  });
  const results = [];
  for (let start = 0; start < reports.length; start += 40)
    results.push(...(await Promise.all(reports.slice(start, start + 40).map(record))));

  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
  expect(await db.bankReport.count({ where: { transferId: results[0]?.transferId } })).toBe(4);
}, 120_000);

test("a transfer without a bank's reference is joined with what another source reports of the same second", async () => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code, reference: "" });
  const first = await record(paid);
  const listed = await record({ ...paid, source: "sepay_list" });
  expect(listed).toEqual({ transferId: first.transferId, isNew: false, status: "credited" });
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});

test.each([
  ["a backslash", String.raw`FT26\BNK`],
  ["an underscore", "FT26_00042"],
  ["a percent sign", "FT26%00042"],
])("a transfer whose reference has %s is credited once, however many sources report it", async (_, reference) => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id, 5_000_000n);
  const paid = makeReport({ memo: code, amountVnd: 5_000_000n, reference });
  const first = await record(paid);
  const second = await record({ ...paid, source: "sepay_list", sourceId: `list-${paid.sourceId}` });
  expect(second).toEqual({ transferId: first.transferId, isNew: false, status: "credited" });
  expect((await walletOf(business.id)).available).toBe(5_000_000_000n);
});

test.each([
  ["_", "FT99_0001", "FT99A0001"],
  ["%", "FT98%", "FT98|anything"],
])("a reference with %s is not that of another payer's transfer", async (_, mine, theirs) => {
  const [one, other] = [await makeBusiness(), await makeBusiness()];
  await record(makeReport({ memo: (await makeTopUp(one.id)).code, reference: theirs }));
  const { code } = await makeTopUp(other.id);
  const second = await record(makeReport({ memo: code, reference: mine, source: "casso" }));
  expect(second).toMatchObject({ isNew: true, status: "credited" });
  expect((await walletOf(other.id)).available).toBe(200_000_000n);
});

/** The same transfer as SePay's list reports it, later, with another reference. */
const listedAs = (report: BankReport, reference: string, minutesLater: number): BankReport => ({
  ...report,
  source: "sepay_list",
  sourceId: `list-${report.sourceId}`,
  reference,
  occurredAt: new Date(report.occurredAt.getTime() + minutes(minutesLater)),
});

test.each([
  ["MBVCB.3278907687", "3278907687", 0],
  ["3278907687", "mbvcb.3278907687", 10],
  ["FT26326000123", "CK FT26326000123 GD", -10],
])("a transfer reported as %s and as %s is credited once", async (reference, again, minutesLater) => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code, reference: `${reference}` });
  const first = await record(paid);
  const second = await record(listedAs(paid, again, minutesLater));
  expect(second).toEqual({ transferId: first.transferId, isNew: false, status: "credited" });
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});

test.each([
  ["another reference", "FT1111111", "FT2222222"],
  ["a reference of which it contains too little", "MBVCB.3278901", "3278901"],
  ["no reference", "MBVCB.3278902", ""],
])("a transfer that another source reports with %s waits for an operator", async (_, reference, again) => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code, reference });
  await record(paid);
  const second = await record(listedAs(paid, again, 9));
  expect(second).toMatchObject({ isNew: true, status: "unmatched" });
  expect(await reasonOf(second.transferId)).toBe("repeated_reference");
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
});

test("what another source booked eleven minutes later, with another code or another amount, is another payment", async () => {
  const business = await makeBusiness();
  const [code, otherCode] = [(await makeTopUp(business.id)).code, (await makeTopUp(business.id)).code];
  const paid = makeReport({ memo: code, occurredAt: new Date(clock.now().getTime() - hours(1)) });
  await record(paid);
  const other = (more: Partial<BankReport>, minutesLater: number) =>
    record({ ...listedAs(paid, `OTHER${++count}`, minutesLater), sourceId: `list-${count}`, ...more });
  expect((await other({}, 11)).status).toBe("credited");
  expect((await other({ memo: otherCode }, 1)).status).toBe("credited");
  expect((await other({ amountVnd: 200_001n }, 1)).status).toBe("credited");
  expect((await walletOf(business.id)).available).toBe(800_001_000n);
});

test("two payments of one source with references of their own are both credited, and joined with their other reports", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const [one, two] = [makeReport({ memo: code }), makeReport({ memo: code })];
  const recorded = [await record(one), await record(two)];
  const listed = [await record(listedAs(two, two.reference, 0)), await record(listedAs(one, one.reference, 0))];
  expect(listed.map(({ transferId }) => transferId)).toEqual(recorded.map(({ transferId }) => transferId).reverse());
  expect((await walletOf(business.id)).available).toBe(400_000_000n);
});

test("twenty pairs of reports that spell one transfer's reference in two ways, at the same time, credit it once", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const paid = Array.from({ length: 20 }, () =>
    makeReport({ memo: code, reference: `MBVCB.32789${10_000 + ++count}` }),
  );
  await Promise.all(paid.flatMap((report) => [record(report), record(listedAs(report, report.reference.slice(6), 1))]));
  const rows = await db.bankTransfer.findMany({ where: { businessId: business.id }, include: { reports: true } });
  expect((await walletOf(business.id)).available).toBe(BigInt(rows.length) * 200_000_000n);
  expect(rows.length).toBeLessThanOrEqual(20);
  const all = await db.bankReport.count({
    where: { sourceId: { in: paid.flatMap(({ sourceId }) => [sourceId, `list-${sourceId}`]) } },
  });
  expect(all).toBe(40);
});

test.each([
  ["the same second", 0],
  ["nine minutes later", 9],
])("a repeat without a reference waits, also of the same source: %s", async (_, minutesLater) => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code, reference: "" });
  await record(paid);
  const again = await record({ ...listedAs(paid, "", minutesLater), source: "sepay", sourceId: `${paid.sourceId}-b` });
  expect(again).toMatchObject({ isNew: true, status: "unmatched" });
  expect(await reasonOf(again.transferId)).toBe("repeated_reference");
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
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

test.each<[string, Partial<BankReport>]>([
  ["amount", { amountVnd: 300_000n }],
  ["account", { accountNumber: "999" }],
  ["reference", { reference: "OTHER" }],
  ["time", { occurredAt: new Date("2026-01-01T00:00:00Z") }],
  ["code", { memo: "another memo" }],
])("a report with the id of another and another %s is not recorded", async (_, changed) => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code });
  await record(paid);
  expect((await record(paid)).isNew).toBe(false);
  await expect(record({ ...paid, ...changed })).rejects.toBeInstanceOf(OtherContent);
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

test("a second transfer with the reference and amount of a credited one waits, and is not credited", async () => {
  const business = await makeBusiness();
  const first = makeReport({ memo: (await makeTopUp(business.id)).code });
  await record(first);
  const second = await record({ ...first, sourceId: `${first.sourceId}-again` });
  expect(second).toMatchObject({ isNew: true, status: "unmatched" });
  expect((await walletOf(business.id)).available).toBe(200_000_000n);
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

test("of 200,000 reversed with 30,000 left, 170,000 are owed; the business is suspended until it has paid them", async () => {
  const business = await makeBusiness();
  const { code } = await makeTopUp(business.id);
  const paid = makeReport({ memo: code });
  const { transferId } = await record(paid);
  await spend(business.id, 170_000n);

  const reversal = makeReport({ direction: "out", reference: paid.reference });
  expect((await record(reversal)).status).toBe("reversal");
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: -170_000_000n });
  expect(await db.business.findUnique({ where: { id: business.id } })).toMatchObject({ suspendedFor: "receivable" });
  await expect(db.$transaction((tx) => reverseCredited(tx, transferId))).rejects.toMatchObject({ code: "CONFLICT" });

  const again = await makeTopUp(business.id);
  await record(makeReport({ memo: again.code, amountVnd: 100_000n }));
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: -70_000_000n });
  expect((await db.business.findUniqueOrThrow({ where: { id: business.id } })).suspendedAt).not.toBeNull();
  await record(makeReport({ memo: again.code, amountVnd: 100_000n }));
  expect(await walletOf(business.id)).toEqual({ available: 30_000_000n, receivable: 0n });
  expect((await db.business.findUniqueOrThrow({ where: { id: business.id } })).suspendedAt).toBeNull();
});

test("a reversal by an operator is completed by the bank's outgoing transfer, and takes nothing twice", async () => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code });
  const { transferId } = await record(paid);
  await db.$transaction((tx) => reverseCredited(tx, transferId));
  const outgoing = await record(makeReport({ direction: "out", reference: paid.reference }));
  expect(outgoing.status).toBe("reversal");
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: 0n });
  expect((await record(makeReport({ direction: "out", reference: paid.reference }))).status).toBe("unmatched");
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: 0n });
});

test("paying what it owes does not end a suspension by an operator", async () => {
  const business = await makeBusiness();
  await db.business.update({
    where: { id: business.id },
    data: { suspendedAt: clock.now(), suspendedReason: "abuse" },
  });
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code });
  await record(paid);
  await spend(business.id, 200_000n);
  await record(makeReport({ direction: "out", reference: paid.reference }));
  await record(makeReport({ memo: (await makeTopUp(business.id)).code }));
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: 0n });
  expect((await db.business.findUniqueOrThrow({ where: { id: business.id } })).suspendedReason).toBe("abuse");
});

test("a reversal that is reported before its payment takes it back, and credits nothing", async () => {
  const business = await makeBusiness();
  const paid = makeReport({ memo: (await makeTopUp(business.id)).code });
  await record(makeReport({ direction: "out", reference: paid.reference }));
  expect((await record(paid)).status).toBe("reversed");
  expect(await walletOf(business.id)).toEqual({ available: 0n, receivable: 0n });
});

/** Spends credit as a charge does, without a job. */
async function spend(businessId: string, amountVnd: bigint) {
  const { postTransfer } = await import("@/lib/wallet/post-transfer");
  const debit = { businessId, kind: "available" } as const;
  const reference = `test:${newId("transfer")}`;
  await db.$transaction((tx) =>
    postTransfer(tx, { debit, credit: "revenue", amountMilli: amountVnd * 1000n, kind: "adjustment", reference }),
  );
}

const operations = trials(process.env.VANG_BANK_STEPS, 300, 100_000);
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
        const report = makeReport({ memo, amountVnd, reference: two % 5 === 0 ? "" : `R${count}` });
        reports.push(report);
        known.push((await record(report)).transferId);
      } else if (action % 10 < 6) {
        await record({ ...earlier, source: pick(["sepay", "sepay_list", "casso"] as const, two) });
      } else if (action % 10 < 7) {
        const reference = two % 4 ? earlier.reference : `R${count}`;
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
