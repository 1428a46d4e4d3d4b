// @module-tag promise
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StaffMember } from "@/lib/access/principals/staff";
import { approveMoneyAct, rejectMoneyAct } from "@/lib/money/acts/decide";
import { requestAdjustment } from "@/lib/money/adjustments/adjust-credit";
import type { NewAdjustment } from "@/lib/money/adjustments/schema";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { trials } from "@/testing/harness/deep";
import { bookFile } from "./bulk";
import { findAdjustment, listAdjustments } from "./list";

let [author, approver, support]: StaffMember[] = [];
beforeEach(async () => {
  [author, approver, support] = [await makeStaff("finance"), await makeStaff("finance"), await makeStaff("support")];
});

let businessId = "";
beforeEach(async () => {
  ({ businessId } = await makeMember());
});
afterEach(() => clock.reset());

/** Of the author, who may not approve, with someone who may. */
const races = trials(undefined, 10, 50);

const by = (staff: StaffMember | undefined) => staff as StaffMember;

const above = 30_000_000n;
const make = (change: Partial<NewAdjustment> = {}): NewAdjustment => ({
  kind: "contract",
  amountVnd: above,
  reference: `HD ${newId("request")}`.toUpperCase(),
  reason: "Theo hợp đồng",
  ...change,
});

const balance = async () => (await walletOf(businessId)).available;

test("money under a contract, goodwill and free credit are on accounts of their own, and only paid credit is revenue", async () => {
  const sums = async () => {
    const rows = await db.walletAccount.findMany({ where: { businessId: null } });
    const of = (kind: string) => rows.find((row) => row.kind === kind)?.balanceMilli ?? 0n;
    return { receipts: of("receipts") + of("bank"), adjustment: of("adjustment"), promotion: of("promotion") };
  };
  const before = await sums();
  for (const kind of ["contract", "goodwill", "promotion"] as const)
    await requestAdjustment(by(author), businessId, make({ kind, amountVnd: 1_000_000n }));
  const after = await sums();
  for (const name of ["receipts", "adjustment", "promotion"] as const)
    expect(before[name] - after[name], name).toBe(1_000_000_000n);
  expect(await balance()).toBe(3_000_000_000n);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("above the limit nothing moves until someone else approves, and the log names both", async () => {
  const { id, status } = await requestAdjustment(by(author), businessId, make());
  expect([status, await balance()]).toEqual(["open", 0n]);
  const open = await listAdjustments(by(approver), { state: "open" });
  expect(open.rows.map((one) => one.id)).toContain(id);
  expect(await findAdjustment(by(approver), id)).toMatchObject({
    ...{ isOwn: false, author: author?.name, effect: { availableAfterMilli: above * 1000n } },
  });
  await approveMoneyAct(by(approver), id, "Đã đối chiếu");
  expect(await balance()).toBe(above * 1000n);
  const { history } = await findAdjustment(by(author), id);
  expect(history.map(({ action, actor }) => [action, actor])).toEqual([
    ...[
      ["credit.approved", approver?.name],
      ["credit.entered", approver?.name],
    ],
    ["credit.requested", author?.name],
  ]);
  await expect(approveMoneyAct(by(approver), id, "x")).rejects.toMatchObject({
    id: "operator.errors.actDecided",
  });
});

test("parts of an amount within a day are added up, and the same document is not entered twice", async () => {
  const half = make({ amountVnd: above / 2n });
  expect(await requestAdjustment(by(author), businessId, half)).toMatchObject({ status: "done" });
  const other = make({ amountVnd: above / 2n });
  expect(await requestAdjustment(by(author), businessId, other)).toMatchObject({ status: "open" });
  const again = Array.from({ length: 5 }, () =>
    requestAdjustment(by(author), businessId, make({ reference: "QD 7", kind: "goodwill", amountVnd: 1000n })),
  );
  const results = await Promise.allSettled(again);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  clock.advance(days(2));
  expect(await requestAdjustment(by(author), businessId, make({ amountVnd: above / 2n }))).toMatchObject({
    status: "done",
  });
});

describe("approver = author", () => {
  test("is rejected, also after their role was taken and given again", async () => {
    const { id } = await requestAdjustment(by(author), businessId, make());
    const own = { id: "operator.errors.ownAct" };
    await expect(approveMoneyAct(by(author), id, "x")).rejects.toMatchObject(own);
    const where = { userId: author?.userId };
    await db.staffMember.update({ where, data: { role: "admin" } });
    await expect(approveMoneyAct({ ...by(author), role: "admin" }, id, "x")).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await db.staffMember.update({ where, data: { role: "finance", grantedAt: clock.now() } });
    await expect(approveMoneyAct(by(author), id, "x")).rejects.toMatchObject(own);
    const typed = { email: author?.email, via: "terminal" } as never;
    await expect(approveMoneyAct(typed, id, "x")).rejects.toMatchObject(own);
    expect(await balance()).toBe(0n);
  });

  test(`is rejected in ${races} races with another approver, who books it once`, async () => {
    for (let race = 0; race < races; race++) {
      const member = await makeMember();
      const { id } = await requestAdjustment(by(author), member.businessId, make());
      const [own, others] = await Promise.all([
        Promise.allSettled([1, 2].map(() => approveMoneyAct(by(author), id, "x"))),
        Promise.allSettled([1, 2].map(() => approveMoneyAct(by(approver), id, "x"))),
      ]);
      expect(own.filter(({ status }) => status === "fulfilled")).toEqual([]);
      expect(others.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await walletOf(member.businessId)).available).toBe(above * 1000n);
    }
    expect(await findBookErrors()).toEqual(noBookErrors);
  });
});

test("with one finance person an amount above the limit is rejected with the reason", async () => {
  const where = { role: "finance", userId: { not: author?.userId } };
  await db.staffMember.updateMany({ where, data: { role: "engineer" } });
  const request = requestAdjustment(by(author), businessId, make());
  await expect(request).rejects.toThrow("no one else on the staff has the finance role");
});

test("a rejected entry books nothing and can be entered again; support decides nothing", async () => {
  const wanted = make();
  const { id } = await requestAdjustment(by(author), businessId, wanted);
  await expect(approveMoneyAct(by(support), id, "x")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(requestAdjustment(by(support), businessId, make())).rejects.toMatchObject({ code: "FORBIDDEN" });
  await rejectMoneyAct(by(author), id, "Nhầm số");
  expect(await requestAdjustment(by(author), businessId, wanted)).toMatchObject({ status: "open" });
  expect(await balance()).toBe(0n);
});

describe("a file of credits", () => {
  const head = "business,kind,amount,reference,reason,until";
  const line = (kind: string, amount: string) => `${businessId},${kind},${amount},${newId("request")},Theo tệp,`;

  test("with a wrong line books nothing and says what is wrong; correct lines are booked together", async () => {
    const good = [line("contract", "1.000.000"), line("promotion", '"200,000"')];
    const wrong = [
      head,
      ...good,
      "không-có,contract,1000,A1,x,",
      line("contract", "-5000"),
      line("gift", "1"),
      "",
    ].join("\n");
    const failed = await bookFile(by(author), wrong, { mode: "book", locale: "en" });
    expect(failed).toMatchObject({ wrong: 3, batchId: null });
    expect(failed.lines.map(({ line: number, error }) => [number, error])).toEqual([
      ...[
        [2, null],
        [3, null],
        [4, "There is no business không-có."],
        [5, "Only goodwill can take credit."],
      ],
      [6, "Choose a kind"],
    ]);
    expect(await balance()).toBe(0n);

    const right = [head, ...good].join("\r\n");
    const checked = await bookFile(by(author), right, { mode: "check", locale: "vi" });
    expect(checked).toMatchObject({ wrong: 0, totalMilli: "1200000000", needsApproval: false, batchId: null });
    expect(await balance()).toBe(0n);
    const { batchId } = await bookFile(by(author), right, { mode: "book", locale: "vi" });
    expect(await balance()).toBe(1_200_000_000n);
    const { rows } = await listAdjustments(by(support), { batch: batchId ?? "" });
    expect(rows).toMatchObject([{ status: "done" }, { status: "done" }]);
    const twice = await bookFile(by(author), right, { mode: "book", locale: "en" });
    expect(twice).toMatchObject({ wrong: 2, batchId: null });
  });

  test("above the limit together waits for a second person, line by line", async () => {
    const lines = [head, line("contract", "15000000"), line("contract", "15000000")].join("\n");
    const { needsApproval, batchId } = await bookFile(by(author), lines, { mode: "book", locale: "en" });
    expect([needsApproval, await balance()]).toEqual([true, 0n]);
    const { rows } = await listAdjustments(by(approver), { batch: batchId ?? "", state: "open" });
    for (const { id } of rows) await approveMoneyAct(by(approver), id, "Đã đối chiếu");
    expect(await balance()).toBe(above * 1000n);
  });
});
