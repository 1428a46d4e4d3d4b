import { beforeAll, expect, test } from "vitest";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { StaffMember } from "@/lib/access/principals/staff";
import { assignUnclaimed, unassign } from "@/lib/money/bank/transfers/assign";
import { closeAsOwn, closeAsReturned } from "@/lib/money/bank/transfers/close";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { reopenTransfer, voidTransfer } from "@/lib/money/bank/transfers/undo";
import { approveClaim, rejectClaim } from "@/lib/money/claims/decide";
import { closeAsRefund, closePaidRefund, rejectRefund } from "@/lib/money/refunds/decide";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { bankReports, findBookErrors, noBookErrors } from "@/testing/harness/bank-books";
import { isDeep } from "@/testing/harness/deep";
import { findIds, order } from "@/testing/harness/transfers";
import { actsOf } from "./schema";
import { findTransfer } from "./transfers";

let finance: StaffMember;
beforeAll(async () => {
  finance = await makeStaff("finance");
});

test("an order of another business is not paid", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const { id: orderId } = await order(other, 50_000);
  const id = await bankReports();
  const attempt = assignUnclaimed(finance, id, await getBusiness(member.businessId), "x", { orderId });
  await expect(attempt).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await findIds(finance, { q: id, state: "unmatched" })).toEqual([id]);
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
  for (const way of ways) {
    const [kind, before] = way;
    const [direction, status] = kind.split(" ") as ["in" | "out", string];
    // In `npm test` each state gets some of the acts, and each act some states.
    const acts = (Object.keys(perform) as Act[]).filter((_, place) => isDeep || (place + ways.indexOf(way)) % 3 === 0);
    for (const act of acts) {
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
  expect(await findIds(staff, { q: id, state: "unmatched" })).toEqual([id]);
});
