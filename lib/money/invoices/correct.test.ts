// @module-tag slow
import { afterEach, expect, test, vi } from "vitest";
import { listAudit } from "@/lib/access/audit/list";
import { getBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Member } from "@/lib/access/principals/member";
import { assignUnclaimed, unassign } from "@/lib/money/bank/transfers/assign";
import { reverseTransfer } from "@/lib/money/bank/transfers/reverse";
import { reopenTransfer, voidTransfer } from "@/lib/money/bank/transfers/undo";
import { setInvoiceDetails } from "@/lib/money/invoices/details/service";
import { draftIssuer } from "@/lib/money/invoices/draft/issuer";
import { createTopUp } from "@/lib/money/top-ups/create";
import { clock, days, minutes } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { makeMember } from "@/prisma/factories";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { bankReports } from "@/testing/harness/bank-books";
import { adjustInvoice, cancelInvoice, replaceInvoice } from "./correct";
import { issueDue } from "./issue";
import { getInvoiceFiles, listInvoiceable, listInvoices } from "./list";
import { requestInvoice, requestOrdered } from "./request";

const operator = await makeTerminalOperator();
const reason = "Sai địa chỉ";
const details = {
  legalName: "Công ty TNHH Sách Nói Việt Nam",
  taxCode: "0314409058",
  address: "12 Nguyễn Huệ, Thành phố Hồ Chí Minh",
  email: "ke-toan@sach-noi.vn",
};

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

async function makePartner() {
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  return { member, business: await getBusiness(member.businessId) };
}

/** A payment of 200,000 ₫ for a top-up. */
async function makePayment(member: Member, { ordered = false } = {}): Promise<string> {
  const invoiceRequested = ordered ? "on" : undefined;
  const id = await createTopUp(member, { amountVnd: 200_000, formToken: newToken(), invoiceRequested });
  const { code } = await db.topUp.findUniqueOrThrow({ where: { id } });
  return bankReports({ memo: code ?? "", amountVnd: 200_000n });
}

/** All that is due. The tests of this file share a database. */
const issueAll = async (by = draftIssuer) => {
  while ((await issueDue(by)) > 0);
};

async function makeIssued() {
  const { member, business } = await makePartner();
  const payment = await makePayment(member);
  const id = await requestInvoice(member, payment);
  await issueAll();
  return { member, business, payment, id };
}

const rowOf = async (member: Member, id: string) => (await listInvoices(member)).find((row) => row.id === id);

/** The draft issuer, which remembers what it was requested to cancel. */
function recordingIssuer() {
  const canceled: string[] = [];
  const by = { ...draftIssuer, cancel: async (number: string) => void canceled.push(number) };
  return { by, canceled };
}

test("a replaced invoice and its replacement name each other, and the replacement has the details of now", async () => {
  const { member, id } = await makeIssued();
  const before = await rowOf(member, id);
  await setInvoiceDetails(member, { ...details, address: "1 Tràng Tiền, Hà Nội" });
  const replacement = await replaceInvoice(operator, id, reason);
  expect(await rowOf(member, id)).toMatchObject({ status: "issued" });
  await expect(replaceInvoice(operator, id, reason)).rejects.toThrow("is not issued yet");
  await issueAll();
  const [old, young] = [await rowOf(member, id), await rowOf(member, replacement)];
  expect(old).toMatchObject({ status: "replaced", correctedBy: [{ kind: "replacement", number: young?.number }] });
  expect(young).toMatchObject({ status: "issued", amountVnd: 200_000n, corrects: before?.number, reason });
  const { xml } = await getInvoiceFiles(member, replacement);
  expect(xml).toContain("1 Tràng Tiền");
  expect(xml).toContain(before?.number ?? "-");
  await expect(cancelInvoice(operator, id, reason)).rejects.toThrow("is replaced");
  await expect(adjustInvoice(operator, id, { amountVnd: -1n, reason })).rejects.toThrow("is replaced");
  expect((await listAudit(member)).entries[0]).toMatchObject({ action: "invoice.replaced", subject: id });
});

test("adjustments change what an invoice is of by their amounts, never below zero", async () => {
  const { member, id } = await makeIssued();
  const number = (await rowOf(member, id))?.number;
  const less = await adjustInvoice(operator, id, { amountVnd: -50_000n, reason });
  await issueAll();
  expect(await rowOf(member, id)).toMatchObject({ status: "adjusted" });
  expect(await rowOf(member, less)).toMatchObject({ kind: "adjustment", amountVnd: -50_000n, corrects: number });
  expect((await getInvoiceFiles(member, less)).xml).toContain("-50000");
  await expect(adjustInvoice(operator, id, { amountVnd: -150_001n, reason })).rejects.toThrow("of 150000 VND");
  await expect(adjustInvoice(operator, less, { amountVnd: 1n, reason })).rejects.toThrow("is an adjustment");
  await expect(replaceInvoice(operator, id, reason)).rejects.toThrow("is adjusted");

  expect(await cancelInvoice(operator, less, reason)).toEqual([less]);
  expect(await rowOf(member, id)).toMatchObject({ status: "issued" });
  await adjustInvoice(operator, id, { amountVnd: -200_000n, reason });
  expect((await db.platformAuditEvent.findMany({ where: { businessId: member.businessId } })).length).toBe(3);
});

test("of twenty corrections at once one is made", async () => {
  const { member, id } = await makeIssued();
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? replaceInvoice(operator, id, reason) : adjustInvoice(operator, id, { amountVnd: -150_000n, reason }),
    ),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db.invoice.count({ where: { businessId: member.businessId } })).toBe(2);
});

test("a canceled invoice is canceled at the issuer with its corrections, and another one can be requested", async () => {
  const { member, payment, id } = await makeIssued();
  const replacement = await replaceInvoice(operator, id, reason);
  await issueAll();
  const number = (await rowOf(member, replacement))?.number;
  expect(await cancelInvoice(operator, replacement, reason)).toEqual([id, replacement]);
  const { by, canceled } = recordingIssuer();
  await issueAll(by);
  expect(canceled).toEqual([number]);
  expect((await listInvoices(member)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect((await listInvoiceable(member)).map(({ subject }) => subject)).toEqual([payment]);
  expect(await requestInvoice(member, payment)).not.toBe(id);
});

test("an invoice that is canceled while the issuer works on it is canceled there, also when the process died meanwhile", async () => {
  await issueAll();
  const { member } = await makePartner();
  const [one, two] = [await makePayment(member), await makePayment(member)];
  const slow = await requestInvoice(member, one);
  const { by, canceled } = recordingIssuer();
  const cancelsMeanwhile = {
    ...by,
    issue: async (data: Parameters<typeof by.issue>[0]) => {
      await cancelInvoice(operator, data.id, reason);
      return by.issue(data);
    },
  };
  await issueDue(cancelsMeanwhile);
  await issueAll(by);
  expect(canceled).toEqual([(await rowOf(member, slow))?.number]);
  expect(await rowOf(member, slow)).toMatchObject({ status: "cancelled" });

  vi.spyOn(log, "error").mockImplementation(() => undefined);
  const died = await requestInvoice(member, two);
  let issued = "";
  const dies = {
    ...by,
    issue: async (data: Parameters<typeof by.issue>[0]) => {
      issued = (await by.issue(data)).number;
      throw new Error("the process died");
    },
  };
  await issueDue(dies);
  await cancelInvoice(operator, died, reason);
  await issueAll(by);
  expect(canceled.at(-1)).toBe(issued);
});

test("an invoice that a second process issued while the issuer kept the first one waiting is asked for no more", async () => {
  await issueAll();
  const { member } = await makePartner();
  const id = await requestInvoice(member, await makePayment(member));
  let requests = 0;
  const issue = async (data: Parameters<typeof draftIssuer.issue>[0]) => {
    if (++requests > 1) return draftIssuer.issue(data);
    clock.advance(minutes(2));
    await issueDue({ ...draftIssuer, issue });
    return draftIssuer.issue(data);
  };
  await issueDue({ ...draftIssuer, issue });
  expect(await db.invoice.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "issued", dueAt: null });
  expect(await issueDue({ ...draftIssuer, issue })).toBe(0);
  expect(requests).toBe(2);
});

test("corrections wait while the issuer is down for a day, and are made once when it works again", async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  const { member, id } = await makeIssued();
  const replacement = await replaceInvoice(operator, id, reason);
  let tries = 0;
  const fail = () => Promise.reject(new Error(`down ${++tries}`));
  const down = { ...draftIssuer, issue: fail, adjust: fail, replace: fail, cancel: fail };
  for (let hour = 0; hour < 24; hour++) {
    await issueDue(down);
    clock.advance(days(1) / 24);
  }
  expect(tries).toBe(24);
  expect(await rowOf(member, id)).toMatchObject({ status: "issued" });
  clock.advance(days(1) / 24);
  expect(await issueDue()).toBe(1);
  expect(await issueDue()).toBe(0);
  expect(await rowOf(member, id)).toMatchObject({ status: "replaced" });
  expect(await rowOf(member, replacement)).toMatchObject({ status: "issued" });
});

test.each([
  ["unassigned", unassign],
  ["reversed", reverseTransfer],
  ["void", voidTransfer],
])("the invoice of a payment that is %s is canceled, and the next business can request its own", async (state, act) => {
  const { member, payment, id } = await makeIssued();
  await act(operator, payment, reason);
  expect(await rowOf(member, id)).toMatchObject({ status: "cancelled", reason });
  expect((await listAudit(member)).entries.map(({ action }) => action)).toContain("invoice.cancelled");
  await expect(requestInvoice(member, payment)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const { by, canceled } = recordingIssuer();
  await issueAll(by);
  expect(canceled).toEqual([(await rowOf(member, id))?.number]);

  if (state !== "unassigned") await reopenTransfer(operator, payment, reason);
  const next = await makePartner();
  await assignUnclaimed(operator, payment, next.business, reason);
  const other = await requestInvoice(next.member, payment);
  await issueAll();
  expect(await rowOf(next.member, other)).toMatchObject({ status: "issued", amountVnd: 200_000n });
  expect(await rowOf(member, other)).toBeUndefined();
});

test("the bank's own reversal cancels the invoice too", async () => {
  const { member, payment, id } = await makeIssued();
  const { reference } = await db.bankTransfer.findUniqueOrThrow({ where: { id: payment } });
  await bankReports({ direction: "out", reference });
  expect(await rowOf(member, id)).toMatchObject({
    status: "cancelled",
    reason: "Ngân hàng đã thu hồi khoản thanh toán",
  });
});

test("an ordered invoice is requested again when a payment that was reversed by mistake is credited again, not after a cancellation", async () => {
  const { member, business } = await makePartner();
  const payment = await makePayment(member, { ordered: true });
  expect(await requestOrdered()).toBe(1);
  await reverseTransfer(operator, payment, reason);
  await reopenTransfer(operator, payment, reason);
  clock.advance(1000);
  await assignUnclaimed(operator, payment, business, reason);
  expect(await requestOrdered()).toBe(1);
  const [invoice] = await listInvoices(member);
  clock.advance(1000);
  await cancelInvoice(operator, invoice?.id ?? "", reason);
  expect(await requestOrdered()).toBe(0);
});

test("an invoice requested while its payment is taken back is canceled or rejected, never left", async () => {
  const { member } = await makePartner();
  for (let round = 0; round < 10; round++) {
    const payment = await makePayment(member);
    await Promise.allSettled([requestInvoice(member, payment), unassign(operator, payment, reason)]);
    expect(await db.invoice.count({ where: { subject: payment, status: { not: "cancelled" } } })).toBe(0);
  }
});
