// @module-tag promise
import { expect, test } from "vitest";
import { enterCredit } from "@/lib/money/top-ups/entered";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports } from "@/testing/harness/bank-books";
import { done } from "@/testing/harness/done";

process.env.BANK_ACCOUNTS = "970407:19001234567890:CONG TY VANG";
const { createTopUp } = await import("./create");
const { getTopUp, listTopUps } = await import("./list");
const { paymentCodeOf } = await import("./payment-code");
const { parseVietQr } = await import("./vietqr");
const { reverseTransfer } = await import("@/lib/money/bank/transfers/reverse");

const operator = await makeTerminalOperator();
const options = (formToken = crypto.randomUUID(), amountVnd = 200_000) => ({ amountVnd, formToken });
const codeOf = async (member: Awaited<ReturnType<typeof makeMember>>, id: string) =>
  parseVietQr(paymentCodeOf(await getTopUp(member, id)) ?? "");

test("the same form sent twenty times at once gives one top-up, and another business's form its own", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const form = options();
  const ids = await Promise.all(Array.from({ length: 20 }, () => createTopUp(member, form)));
  expect(new Set(ids).size).toBe(1);
  const [id = ""] = ids;
  expect(await createTopUp(other, form)).not.toBe(id);
  expect((await listTopUps(member)).topUps).toHaveLength(1);
  await expect(getTopUp(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("of a short payment the code asks for the rest, and a payment of the rest completes it", async () => {
  const member = await makeMember();
  const id = await createTopUp(member, options());
  const { memo = "" } = await codeOf(member, id);
  expect(await codeOf(member, id)).toMatchObject({ initiation: "12", amountVnd: 200_000n });
  await bankReports({ memo, amountVnd: 120_000n });
  expect(await codeOf(member, id)).toMatchObject({ amountVnd: 80_000n, memo });
  await bankReports({ memo, amountVnd: 80_000n });
  expect(await getTopUp(member, id)).toMatchObject({ status: "credited", receivedVnd: 200_000n, settledVnd: 0n });
});

test("a payment says what part of it paid what was owed, also one that an operator entered", async () => {
  const member = await makeMember();
  const memoOf = async (id: string) => (await codeOf(member, id)).memo ?? "";
  const first = await bankReports({ memo: await memoOf(await createTopUp(member, options())) });
  const business = { id: member.businessId, slug: member.businessSlug, name: "" };
  const { adjustCredit } = await import("@/lib/money/adjustments/adjust-credit");
  await adjustCredit(operator, business, { amountVnd: -170_000n, reason: "Đã dùng" });
  await reverseTransfer(operator, first, "Ngân hàng thu hồi");

  const second = await createTopUp(member, options(crypto.randomUUID(), 100_000));
  await bankReports({ memo: await memoOf(second), amountVnd: 100_000n });
  const payment = { amountVnd: 100_000n, reference: crypto.randomUUID(), reason: "Hợp đồng" };
  const third = await done(enterCredit(operator, business, payment));
  expect((await getTopUp(member, second)).settledVnd).toBe(100_000n);
  expect(await getTopUp(member, third)).toMatchObject({ settledVnd: 70_000n, document: payment.reference });
});

test("twenty top-ups wait at the same time, not more, and only those who may write billing create one", async () => {
  const member = await makeMember();
  for (let count = 0; count < 20; count += 1) await createTopUp(member, options());
  await expect(createTopUp(member, options())).rejects.toMatchObject({ details: { message: "topUps.tooMany" } });
  const developer = await makeMember({ businessId: member.businessId, role: "developer" });
  await expect(createTopUp(developer, options())).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(listTopUps(developer)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
