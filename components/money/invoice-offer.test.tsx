import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { BuyerReview } from "@/lib/money/invoices/details/schema";
import { clock } from "@/lib/platform/clock";
import en from "@/messages/en.json";
import { TopUpForm } from "./top-up-form";
import { TransferFacts } from "./transfer-facts";

vi.mock("next/navigation", () => ({ usePathname: () => "/", useRouter: () => ({}) }));

const show = (page: ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Ho_Chi_Minh">
      {page}
    </NextIntlClientProvider>,
  );

const buyer: BuyerReview = {
  legalName: "Sách Nói",
  taxCode: "0100109107",
  address: "12 Nguyễn Huệ",
  email: "ke-toan@sach-noi.vn",
  kind: "company",
  isDoubtful: true,
  seen: "x",
};
const form = (shown: BuyerReview | "missing" | "none") =>
  show(<TopUpForm business="sach-noi" formToken="x" buyer={shown} />);

const order = {
  id: "top_1",
  amountVnd: 200_000n,
  receivedVnd: 0n,
  checkedVnd: 0n,
  receivedAt: null,
  dueVnd: 200_000n,
  code: "LN7K2M9QX5",
  document: null,
  account: null,
  createdAt: clock.now(),
  expiresAt: null,
  method: "bank_transfer",
  status: "waiting",
} as const;
const facts = (invoiceRequested: boolean | null) =>
  show(<TransferFacts topUp={{ ...order, payments: [], invoiceRequested }} bank={null} isPayable={false} />);

test("where an order gets no invoice, neither its box nor its line is shown", () => {
  expect(form(buyer)).toContain('name="invoiceRequested"');
  for (const text of [buyer.legalName, buyer.taxCode, en.eInvoices.buyer.doubtful]) expect(form(buyer)).toContain(text);
  expect(form("missing")).toContain(en.billing.form.invoiceMissing);
  expect(form("none")).not.toMatch(/invoice/i);
  expect(facts(false)).toContain(en.billing.transfer.invoiceNo);
  expect(facts(null)).not.toMatch(/invoice/i);
});
