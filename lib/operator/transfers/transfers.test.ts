import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { adjustCredit } from "@/lib/billing/adjust-credit";
import { assignUnclaimed } from "@/lib/billing/bank-transfers/assign-unclaimed";
import { closeAsOwn, closeAsReturned } from "@/lib/billing/bank-transfers/close";
import { markOldTransfers } from "@/lib/billing/bank-transfers/marks";
import { reopenTransfer } from "@/lib/billing/bank-transfers/reopen";
import { reverseTransfer } from "@/lib/billing/bank-transfers/reverse-transfer";
import { unassign } from "@/lib/billing/bank-transfers/unassign-credited";
import { voidTransfer } from "@/lib/billing/bank-transfers/void";
import { approveClaim, rejectClaim } from "@/lib/billing/claims/decide";
import { createClaim } from "@/lib/billing/claims/service";
import { closeAsRefund, closePaidRefund, rejectRefund } from "@/lib/billing/refunds/decide";
import { createTopUp } from "@/lib/billing/top-ups/create";
import { getTopUp } from "@/lib/billing/top-ups/list";
import { getBusiness } from "@/lib/businesses/suspension/operate";
import { clock, days } from "@/lib/clock";
import { db, sql } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { Member } from "@/lib/principals/member";
import type { StaffMember } from "@/lib/principals/staff";
import { vietnamDate } from "@/lib/vietnam-time";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { asOwner } from "@/testing/harness/as-owner";
import { bankReports, findBookErrors, noBookErrors, walletOf } from "@/testing/harness/bank-books";
import { isDeep } from "@/testing/harness/deep";
import { operateFromTerminal } from "../cli";
import { findTransfer } from "./find";
import { listTransfers, transferQuery } from "./list";
import { codeDistance } from "./near-code";
import { actsOf, type TransferFilter, transferFilterSchema } from "./schema";
import { searchBusinesses, suggestBusinesses } from "./suggest";

let finance: StaffMember;
let support: StaffMember;
beforeAll(async () => {
  [finance, support] = [await makeStaff("finance"), await makeStaff("support")];
});

const find = async (filter: TransferFilter, staff = finance) =>
  (await listTransfers(staff, filter)).rows.map(({ id }) => id);
const suggest = async (id: string) => suggestBusinesses((await findTransfer(finance, id)).unassigned);
const emailOf = async ({ userId }: Member) => (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;
const order = async (member: Member, amountVnd: number) => {
  const id = await createTopUp(member, { amountVnd, formToken: newId("request") });
  return { id, code: (await getTopUp(member, id)).code ?? "" };
};

test("a transfer is found by words of its memo, payer and reference, amount, account, period, state and ID", async () => {
  const id = await bankReports({
    memo: "Đặng Thị Hồng chuyen khoan don hang 7781",
    reference: "FT-77.8812",
    amountVnd: 771_234n,
    accountNumber: "7788990011",
    payer: { account: "1903 5555 77", name: "DANG THI HONG" },
  });
  await bankReports();
  const today = vietnamDate(clock.now());
  const tomorrow = vietnamDate(new Date(+clock.now() + days(1)));
  const found: TransferFilter[] = [
    { q: "dang HỒNG" },
    { q: "7781" },
    { q: "ft-77.8812" },
    { q: "5555" },
    { q: id },
    { amount: "771234" },
    { account: "7788990011", state: "unmatched", direction: "in", from: today, to: today },
  ];
  for (const filter of found) expect(await find(filter), JSON.stringify(filter)).toEqual([id]);
  const missed: TransferFilter[] = [{ q: "dang 9999" }, { amount: "771235" }, { q: "7781", state: "own" }];
  for (const filter of [...missed, { q: "7781", from: tomorrow }]) expect(await find(filter)).toEqual([]);
  const [row] = await sql("stored", "SELECT t::text AS row FROM bank_transfers t WHERE id = $1", [id]);
  expect(JSON.stringify(row)).not.toMatch(/hong|7781/i);
});

test("names and accounts of payers are in full for finance alone", async () => {
  const id = await bankReports({ payer: { account: "190355557766", name: "LE VAN TAM" } });
  const shownTo = async (staff: StaffMember) => (await listTransfers(staff, { q: id })).rows[0]?.payer;
  expect(await shownTo(finance)).toBe("LE VAN TAM 190355557766");
  expect(await shownTo(support)).toBe("L. V. T. …7766");
  expect((await findTransfer(support, id)).payer).toBe("L. V. T. …7766");
});

test("what an earlier release recorded is found once it is marked", async () => {
  const id = await bankReports({ memo: "truocdayquen" });
  await sql("unmark", "UPDATE bank_transfers SET marks = NULL, payer_mark = NULL WHERE id = $1", [id]);
  expect(await find({ q: "truocdayquen" })).toEqual([]);
  while ((await markOldTransfers()) > 0);
  expect(await find({ q: "truocdayquen" })).toEqual([id]);
});

test("pages of transfers of one moment repeat and skip none", async () => {
  const occurredAt = clock.now();
  for (let index = 0; index < 45; index++) await bankReports({ accountNumber: "4545454545", occurredAt });
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listTransfers(finance, { account: "4545454545" }, cursor ?? undefined);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  } while (cursor);
  expect(seen).toHaveLength(45);
  expect(new Set(seen).size).toBe(45);
  await expect(listTransfers(finance, {}, "invalid")).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("a URL with unknown filters shows the whole list", () => {
  const typed = { q: " ", state: "x", direction: "up", account: "' OR 1", amount: "1.5", from: "x", to: "2026-02-31" };
  expect(Object.values(transferFilterSchema.parse(typed)).filter(Boolean)).toEqual([]);
  expect(transferFilterSchema.parse({ amount: "771.234" })).toMatchObject({ amount: "771234" });
});

test("a page of the list is read by an index, whatever it is filtered by; of 100,000 transfers in the deep run", async () => {
  const insert = `INSERT INTO bank_transfers (id, direction, account_number, reference, amount_vnd, occurred_at, dedupe_key,
      encrypted_details, marks, status, recorded_at)
     SELECT 'btr_' || lpad(n::text, 26, '0'), 'in', (1000 + n % 3)::text, 'R' || n, 10000 + n % 5000,
       now() - n * interval '1 minute', 'explained' || n, '', ARRAY[md5(n::text), md5((n % 900)::text)],
       CASE WHEN n % 50 = 0 THEN 'unmatched' ELSE 'own' END, now()
     FROM generate_series($1::int, $1 + 4999) n`;
  for (let first = 1; first < (isDeep ? 100_000 : 20_000); first += 5000) await sql(undefined, insert, [first]);
  await asOwner((client) => client.query("ANALYZE bank_transfers"));
  onTestFinished(async () => {
    await asOwner((client) => client.query("DELETE FROM bank_transfers WHERE dedupe_key LIKE 'explained%'"));
  });
  const last = { createdAt: new Date(+clock.now() - days(20)), id: newId("bankTransfer") };
  const filters: TransferFilter[] = [
    {},
    { state: "unmatched" },
    { amount: "12000" },
    { q: "CT 4711" },
    { account: "1001", from: "2026-01-01", to: "2026-01-31" },
    { state: "unmatched", direction: "in", q: "x" },
  ];
  for (const filter of filters)
    for (const place of [null, last]) {
      const { text, values } = transferQuery(filter, place, 41);
      const plan = await sql<{ "QUERY PLAN": string }>(undefined, `EXPLAIN ${text}`, values);
      const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
      expect(lines, JSON.stringify(filter)).toMatch(/Index/);
      expect(lines, JSON.stringify(filter)).not.toMatch(/Seq Scan on bank_transfers/);
    }
}, 60_000);

test("a mangled code leads to its order, and crediting it pays that order", async () => {
  const member = await makeMember();
  const { id: orderId, code } = await order(member, 351_234);
  const wrong = code.slice(0, 4) + (code[4] === "A" ? "B" : "A") + code.slice(5, 9);
  const id = await bankReports({ memo: `MBVCB.327.${wrong}.CT tu 0123`, amountVnd: 351_234n });
  const [best] = await suggest(id);
  expect(best).toMatchObject({
    business: { id: member.businessId },
    because: ["code", "order"],
    order: { id: orderId, code },
    effect: { availableMilli: 0n, settledMilli: 0n, availableAfterMilli: 351_234_000n },
  });
  await assignUnclaimed(finance, id, await getBusiness(member.businessId), "Mã sai một ký tự", orderId);
  expect(await getTopUp(member, orderId)).toMatchObject({ status: "credited" });
  expect(await walletOf(member.businessId)).toMatchObject({ available: best?.effect.availableAfterMilli });
  expect((await findTransfer(finance, id)).history).toMatchObject([
    { action: "transfer.assigned", actor: finance.name, reason: "Mã sai một ký tự" },
  ]);
  expect(await suggest(await bankReports({ memo: `${wrong} lan hai`, amountVnd: 1000n, payer: null }))).toEqual([]);
  expect(await findBookErrors()).toEqual(noBookErrors);
});

test("an open claim, an order of the amount and an earlier payer are suggested, the claim first", async () => {
  const [claimant, buyer, regular] = [await makeMember(), await makeMember(), await makeMember()];
  const payer = { account: "1903777", name: "CONG TY QUEN" };
  await assignUnclaimed(finance, await bankReports({ payer }), await getBusiness(regular.businessId), "Quen");
  await order(buyer, 612_345);
  const claim = { amountVnd: 612_345, transferredAt: clock.now(), reference: "", note: "" };
  const claimId = await createClaim(claimant, claim);
  const suggestions = await suggest(await bankReports({ payer, amountVnd: 612_345n, memo: "tien" }));
  expect(suggestions.map(({ business, because }) => [business.id, because])).toEqual([
    [claimant.businessId, ["claim"]],
    [buyer.businessId, ["order"]],
    [regular.businessId, ["payer"]],
  ]);
  expect(suggestions[0]).toMatchObject({ claimId });
});

test("the preview says what of a payment is debt and whether the business works again", async () => {
  const member = await makeMember();
  const business = await getBusiness(member.businessId);
  const first = await bankReports({ amountVnd: 100_000n });
  await assignUnclaimed(finance, first, business, "x");
  await adjustCredit(finance, business, { amountVnd: -100_000n, reason: "Đã dùng" });
  await unassign(finance, first, "Nhầm");
  const [found] = await searchBusinesses(member.businessSlug, 150_000n);
  expect(found?.effect).toMatchObject({ owedMilli: 100_000_000n, settledMilli: 100_000_000n, resumes: true });
  expect(found?.effect.availableAfterMilli).toBe(50_000_000n);
});

test("a business is found by name, slug, ID and a member's email address", async () => {
  const member = await makeMember({ name: "Nhà xuất bản 100%_Sách" });
  for (const typed of ["100%_sách", member.businessSlug, member.businessId, (await emailOf(member)).toUpperCase()])
    expect(
      (await searchBusinesses(typed, 1n)).map(({ business }) => business.id),
      typed,
    ).toEqual([member.businessId]);
  expect(await searchBusinesses("%", 1n)).toHaveLength(1);
});

test("an order of another business is not paid", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const { id: orderId } = await order(other, 50_000);
  const id = await bankReports();
  const attempt = assignUnclaimed(finance, id, await getBusiness(member.businessId), "x", orderId);
  await expect(attempt).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await find({ q: id, state: "unmatched" })).toEqual([id]);
});

test("acts offered for a state succeed, and the others fail", async () => {
  const member = await makeMember();
  const business = await getBusiness(member.businessId);
  const perform = {
    assign: (id: string) => assignUnclaimed(finance, id, business, "x"),
    closeOwn: (id: string) => closeAsOwn(finance, id, "x"),
    unassign: (id: string) => unassign(finance, id, "x"),
    reverse: (id: string) => reverseTransfer(finance, id, "x"),
    void: (id: string) => voidTransfer(finance, id, "x"),
    reopen: (id: string) => reopenTransfer(finance, id, "x"),
  };
  type Act = keyof typeof perform;
  const ways: [string, Act[]][] = [
    ["in unmatched", []],
    ["in credited", ["assign"]],
    ["in own", ["closeOwn"]],
    ["in reversed", ["assign", "reverse"]],
    ["in void", ["void"]],
    ["out unmatched", []],
    ["out own", ["closeOwn"]],
    ["out void", ["void"]],
  ];
  for (const [kind, before] of ways) {
    const [direction, status] = kind.split(" ") as ["in" | "out", string];
    for (const act of Object.keys(perform) as Act[]) {
      const id = await bankReports({ direction });
      for (const earlier of before) await perform[earlier](id);
      expect((await findTransfer(finance, id)).status).toBe(status);
      const isOffered = actsOf({ direction, status, isTakenBack: false }).includes(act);
      const isDone = await perform[act](id).then(
        () => true,
        () => false,
      );
      expect(isDone, `${act} of one that is ${kind}`).toBe(isOffered);
    }
  }
  expect(await findBookErrors()).toEqual(noBookErrors);
}, 60_000);

test.each(["support", "engineer", "admin"] as const)("%s moves no money", async (role) => {
  const staff = await makeStaff(role);
  const business = await getBusiness((await makeMember()).businessId);
  const id = await bankReports();
  const attempts = [
    () => assignUnclaimed(staff, id, business, "x"),
    () => closeAsOwn(staff, id, "x"),
    () => closeAsReturned(staff, id, { incomingId: id, reason: "x" }),
    () => closeAsRefund(staff, id, { reason: "x" }),
    () => unassign(staff, id, "x"),
    () => reverseTransfer(staff, id, "x"),
    () => voidTransfer(staff, id, "x"),
    () => reopenTransfer(staff, id, "x"),
    () => approveClaim(staff, "clm_x", id, "x"),
    () => rejectClaim(staff, "clm_x", "x"),
    () => closePaidRefund(staff, "rfd_x", { transferId: id, reason: "x" }),
    () => rejectRefund(staff, "rfd_x", "x"),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await find({ q: id, state: "unmatched" }, staff)).toEqual([id]);
});

test("the terminal finds transfers by the same search, with masked payers", async () => {
  const id = await bankReports({ memo: "timtrongterminal", payer: { account: "190388", name: "PHAM THI NO" } });
  let text = "";
  vi.spyOn(process.stdout, "write").mockImplementation((piece) => {
    text += String(piece);
    return true;
  });
  expect(await operateFromTerminal(["transfers", "find", "timtrongterminal", "--state", "unmatched"])).toBe(0);
  vi.restoreAllMocks();
  expect(text).toContain(id);
  expect(text).not.toContain("PHAM THI NO");
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  expect(await operateFromTerminal(["transfers", "find", "--amount", "much"])).toBe(2);
  vi.restoreAllMocks();
});

test.each([
  ["LN2345678X", "chuyen tien LN2345678X", 0],
  ["LN2345678X", "ln 2345-678x", 0],
  ["LN2345678X", "LN2345679X CT", 1],
  ["LN2345678X", "LN234567X", 1],
  ["LN2345678X", "L2N345678X", 2],
])("the distance of %s to %j is %d", (code, memo, distance) => {
  expect(codeDistance(memo, code)).toBe(distance);
});

test("a memo without anything like a code is far from it", () => {
  expect(codeDistance("NGUYEN VAN A chuyen tien mua hang", "LN2345678X")).toBeGreaterThan(2);
});
