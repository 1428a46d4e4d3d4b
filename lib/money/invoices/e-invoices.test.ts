// @module-tag promise
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { reviewBuyer, setInvoiceDetails } from "@/lib/money/invoices/details/service";
import { createTopUp } from "@/lib/money/top-ups/create";
import { clock, days } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { makeMember } from "@/prisma/factories";
import { startInvoiceServer } from "@/testing/fakes/invoice-server";
import { bankReports } from "@/testing/harness/bank-books";
import { issueDue } from "./issue";
import { getInvoiceFiles, listInvoiceable, listInvoices } from "./list";
import { splitVat, vatPercentOn } from "./policy";
import { requestInvoice, requestOrdered } from "./request";

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

/** A business with a paid top-up. Returns the payment's id. */
async function makePayment(
  member: Member,
  options: { ordered?: boolean; amountVnd?: number; occurredAt?: Date } = {},
): Promise<string> {
  const { ordered = false, amountVnd = 200_000, occurredAt = clock.now() } = options;
  const id = await createTopUp(member, {
    amountVnd,
    formToken: newToken(),
    invoiceRequested: ordered ? "on" : undefined,
  });
  const { code } = await db.topUp.findUniqueOrThrow({ where: { id } });
  return bankReports({ memo: code ?? "", amountVnd: BigInt(amountVnd), occurredAt });
}

test("an invoice that is requested twice, also at the same time, is one invoice with its XML and PDF", async () => {
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  const payment = await makePayment(member);
  const ids = await Promise.all([requestInvoice(member, payment), requestInvoice(member, payment)]);
  expect(new Set([...ids, await requestInvoice(member, payment)]).size).toBe(1);
  await setInvoiceDetails(member, { ...details, legalName: "Tên mới" });
  await Promise.all([issueDue(), issueDue()]);
  const [invoice] = await listInvoices(member);
  expect(invoice).toMatchObject({
    status: "issued",
    isDraft: true,
    amountVnd: 200_000n,
    ...(invoice?.vatPercent === 8 ? { netVnd: 185_185n, taxVnd: 14_815n } : { netVnd: 181_818n, taxVnd: 18_182n }),
    vatPercent: vatPercentOn(vietnamDate(clock.now())),
  });
  const { xml, pdf } = await getInvoiceFiles(member, invoice?.id ?? "");
  expect(xml).toContain(details.legalName);
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe("%PDF-");
  expect(await listInvoiceable(member)).toEqual([]);
});

test("a top-up that was ordered with an invoice gets it once it is paid, with the details of the order", async () => {
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  await makePayment(member, { ordered: true });
  await setInvoiceDetails(member, { ...details, legalName: "Tên mới" });
  expect(await requestOrdered()).toBe(1);
  expect(await requestOrdered()).toBe(0);
  await issueDue();
  const [invoice] = await listInvoices(member);
  expect((await getInvoiceFiles(member, invoice?.id ?? "")).xml).toContain(details.legalName);
});

test("an ordered invoice that cannot be requested is logged, and keeps no other one waiting", async () => {
  const failed = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const [member, next] = [await makeMember(), await makeMember()];
  for (const one of [member, next]) await setInvoiceDetails(one, details);
  // The bank's day is one that `VAT_RATES` does not know.
  const broken = await makePayment(member, { ordered: true, occurredAt: new Date("1999-05-01T00:00:00Z") });
  const paid = await makePayment(next, { ordered: true });
  expect(await requestOrdered()).toBe(1);
  expect(await db.invoice.findMany({ where: { subject: { in: [broken, paid] } } })).toMatchObject([{ subject: paid }]);
  expect(failed.mock.calls).toMatchObject([
    [{ bankTransfer: broken, reason: "VAT_RATES has no rate for 1999-05-01." }, expect.any(String)],
  ]);
  await db.topUp.updateMany({ where: { businessId: member.businessId }, data: { encryptedBuyer: null } });
  await issueDue();
});

test("while the issuer is down for a day an invoice stays requested, and is issued once when it works again", async () => {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  await requestInvoice(member, await makePayment(member));
  const provider = await startInvoiceServer();
  for (let hour = 0; hour < 24; hour++) {
    // In its last hours it issues the invoice, and its responses are lost.
    provider.become(hour < 22 ? "failing" : "losing");
    expect(await issueDue(provider.issuer)).toBe(0);
    clock.advance(days(1) / 24);
  }
  expect([provider.calls(), provider.issued.size]).toEqual([24, 1]);
  expect(await listInvoices(member)).toMatchObject([{ status: "requested", number: null }]);
  provider.become("well");
  expect(await issueDue(provider.issuer)).toBe(1);
  expect(await issueDue(provider.issuer)).toBe(0);
  const [first] = provider.issued.values();
  expect(await listInvoices(member)).toMatchObject([{ status: "issued", number: first?.number }]);
  expect([provider.calls(), provider.issued.size]).toEqual([25, 1]);
  await provider.close();
});

test("a member of another business requests, sees and downloads no invoice of this one", async () => {
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  const payment = await makePayment(member);
  const id = await requestInvoice(member, payment);
  await issueDue();
  const other = await makeMember();
  await setInvoiceDetails(other, details);
  await expect(requestInvoice(other, payment)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(getInvoiceFiles(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect([await listInvoices(other), await listInvoiceable(other)]).toEqual([[], []]);
  const viewer = await makeMember({ role: "viewer", businessId: member.businessId });
  for (const act of [requestInvoice(viewer, payment), getInvoiceFiles(viewer, id), listInvoices(viewer)]) {
    await expect(act).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});

test("an invoice needs the business's details, as they were confirmed, with a tick for a doubtful tax code", async () => {
  const member = await makeMember();
  const payment = await makePayment(member);
  await expect(requestInvoice(member, payment)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await reviewBuyer(member)).toBeNull();

  await setInvoiceDetails(member, details);
  const seen = (await reviewBuyer(member))?.seen ?? "";
  await setInvoiceDetails(member, { ...details, taxCode: "0100109107" });
  const outdated = requestInvoice(member, payment, { seen, taxCodeChecked: true });
  await expect(outdated).rejects.toMatchObject({ details: { message: "eInvoices.detailsChanged" } });
  const doubtful = await reviewBuyer(member);
  expect(doubtful).toMatchObject({ taxCode: "0100109107", isDoubtful: true });
  const unchecked = requestInvoice(member, payment, { seen: doubtful?.seen ?? "", taxCodeChecked: false });
  await expect(unchecked).rejects.toMatchObject({ details: { param: "taxCodeChecked" } });
  expect(await listInvoices(member)).toEqual([]);
  const order = { amountVnd: 200_000, invoiceRequested: "on", formToken: newToken() } as const;
  const changed = createTopUp(member, order, { seen, taxCodeChecked: true });
  await expect(changed).rejects.toMatchObject({ details: { message: "eInvoices.detailsChanged" } });
  const ordered = createTopUp(member, order, { seen: doubtful?.seen ?? "", taxCodeChecked: false });
  await expect(ordered).rejects.toMatchObject({ details: { param: "taxCodeChecked" } });
  await requestInvoice(member, payment, { seen: doubtful?.seen ?? "", taxCodeChecked: true });
  expect(await listInvoices(member)).toHaveLength(1);
  const viewer = await makeMember({ role: "viewer", businessId: member.businessId });
  await expect(reviewBuyer(viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await reviewBuyer(await makeMember())).toBeNull();
});

test("net amount and tax always add up to the amount, at the rate of the day", () => {
  expect([vatPercentOn("2026-12-31"), vatPercentOn("2027-01-01")]).toEqual([8, 10]);
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fc.integer({ min: 0, max: 20 }),
      (amount, percent) => {
        const { netVnd, taxVnd } = splitVat(amount, percent);
        expect(netVnd + taxVnd).toBe(amount);
        expect(Math.abs(Number(taxVnd) - (Number(netVnd) * percent) / 100)).toBeLessThanOrEqual(1);
      },
    ),
  );
});
