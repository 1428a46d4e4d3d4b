import type { Page } from "@playwright/test";
import type { Member } from "@/lib/access/principals/member";
import { notify } from "./bank";
import { expect, type Factories } from "./fixtures";

/** Parameters of pages' URLs, by their names. */
export type Values = Record<string, string>;

export const longName =
  "Công ty Trách nhiệm hữu hạn Một thành viên Thương mại Dịch vụ và Sản xuất Nội dung Âm thanh Phương Nam "
    .repeat(3)
    .slice(0, 120)
    .trim();
const longText = "Kính gửi quý khách, đơn hàng số 1.024 sẽ được giao trước 17h ngày 24/11. ".repeat(12).trim();

/** A business with much of everything, long names, and an amount of twelve digits. */
export async function fillBusiness(page: Page, factories: Factories, member: Member): Promise<Values> {
  const { ingest } = await import("@/lib/speech/history/ingest");
  const { createKey } = await import("@/lib/keys/service");
  const { createTopUp } = await import("@/lib/money/top-ups/create");
  const { vietnamDate } = await import("@/lib/platform/vietnam-time");
  const { newId } = await import("@/lib/platform/ids");
  const { hours } = await import("@/lib/platform/clock");
  const names = ["Tổng đài", longName.slice(0, 60), "Sách nói"];
  const keys: string[] = [];
  for (const name of names) keys.push((await createKey(member, factories.makeKeySettings({ name }))).id);
  const jobs = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const caller = { businessId: member.businessId, keyId: keys[index % 3] ?? "" };
      const createdAt = new Date(Date.now() - hours(index * 5)).toISOString();
      const failed = index % 7 === 3 && { status: "failed" as const, resultCode: "PROVIDER_FAILED", amountMilli: "0" };
      return index % 4 === 1
        ? factories.makeRecognized(caller, longText, { createdAt, ...failed })
        : factories.makeSpoken(caller, index % 5 === 0 ? longText : "Xin chào Việt Nam", { createdAt, ...failed });
    }),
  );
  await ingest(jobs.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  const endpoint = await factories.makeEndpoint(member, { description: longName });
  const delivery = await factories.makePastDelivery(endpoint);
  await factories.makeAttempts(delivery, [{}]);
  for (let index = 0; index < 30; index++)
    await factories.makePastDelivery(endpoint, index % 3 ? {} : { state: "failed", lastStatus: 500, attempts: 10 });
  await createTopUp(member, { amountVnd: 499_999_999, formToken: newId("request") });
  const topUpId = await fillBilling(page, factories, member);
  return {
    business: member.businessSlug,
    keyId: keys[1] ?? "",
    endpoint: endpoint.id,
    delivery: delivery.id,
    topUpId,
    trackingId: jobs[0]?.trackingId ?? "",
    trace: jobs[0]?.trackingId ?? "",
    month: vietnamDate(new Date(Date.now() - 86_400_000 * new Date().getDate())).slice(0, 7),
    group: "speech",
  };
}

/** A closed month with payments, charges and invoices, and a payment of today. Returns its top-up. */
async function fillBilling(page: Page, { makeKeySettings }: Factories, member: Member): Promise<string> {
  const { setAlert } = await import("@/lib/money/alerts/service");
  const { requestInvoice } = await import("@/lib/money/invoices/request");
  const { setInvoiceDetails } = await import("@/lib/money/invoices/details/service");
  const { closeMonths } = await import("@/lib/money/statements/close");
  const { createTopUp } = await import("@/lib/money/top-ups/create");
  const { clock, days } = await import("@/lib/platform/clock");
  const { db, sql } = await import("@/lib/platform/db");
  const { newId } = await import("@/lib/platform/ids");
  const { createKey } = await import("@/lib/keys/service");
  const { holdCredit } = await import("@/lib/money/wallet/holds");
  const { captureHolds } = await import("@/lib/money/wallet/settle");
  const { postTransfer } = await import("@/lib/money/wallet/post-transfer");
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Sao kê" }));
  const { businessId } = member;
  const details = { legalName: longName, taxCode: "0314409058", address: `12 Nguyễn Huệ, ${longName}` };
  await setInvoiceDetails(member, { ...details, email: "ke-toan@sach-noi.vn" });
  await setAlert(member, { monthlyCapVnd: 999_999_999_999, belowVnd: 500_000, belowDays: 7 });
  clock.advance(-days(new Date().getDate() + 20));
  for (let step = 0; step < 18; step++) {
    clock.advance(days(1));
    if (step % 4 === 0) {
      const id = newId("topUp");
      const amountVnd = [499_999_999n, 1_234_567n, 50_000n][step % 3] ?? 0n;
      const entered = { amountVnd, externalReference: `HD-${businessId.slice(-6)}/${step}`, createdAt: clock.now() };
      await db.topUp.create({ data: { id, businessId, method: "operator", ...entered } });
      await postTransfer(db, {
        debit: "bank",
        credit: { businessId, kind: "available" },
        amountMilli: amountVnd * 1000n,
        kind: "top_up",
        reference: `top_up:${id}:available`,
      });
      if (step % 8 === 0) await requestInvoice(member, id);
    }
    for (const service of ["tts", "stt"] as const) {
      const trackingId = newId(service);
      await holdCredit({ businessId, keyId, trackingId, amountMilli: 123_456_123n + BigInt(step) });
      await captureHolds(sql, [trackingId]);
    }
  }
  clock.reset();
  await closeMonths();
  const id = await createTopUp(member, { amountVnd: 300_000, formToken: newId("request") });
  const { code, accountNumber } = await db.topUp.findUniqueOrThrow({ where: { id } });
  await notify(page, { account: accountNumber ?? "", amount: 299_000, memo: code ?? "" });
  await expect.poll(() => db.bankTransfer.count({ where: { topUpId: id } }), { timeout: 20_000 }).toBe(1);
  return id;
}

/** One of each thing that staff decide on, about this business. Returns their ids as the desk's URLs name them. */
export async function fillDesk({ makeViewer }: Factories, member: Member): Promise<Values> {
  const { requestAdjustment } = await import("@/lib/money/adjustments/adjust-credit");
  const { createClaim } = await import("@/lib/money/claims/service");
  const { requestRefund } = await import("@/lib/money/refunds/request");
  const { clock } = await import("@/lib/platform/clock");
  const { createDataRequest } = await import("@/lib/people/data-requests/service");
  const { db } = await import("@/lib/platform/db");
  const { openIncident } = await import("@/lib/operator/incidents/incidents");
  const { makeStaff } = await import("@/prisma/staff-factories");
  const { bankReports } = await import("@/testing/harness/bank-books");
  const transfer = await bankReports({ amountVnd: 351_234n, memo: longText.slice(0, 200) });
  const claim = { amountVnd: 351_234, transferredAt: clock.now(), reference: "FT2432", note: longText.slice(0, 500) };
  const account = { bin: "970436", accountNumber: "0123456789", holder: "CONG TY SACH NOI DEMO PHUONG NAM" };
  const entered = { kind: "goodwill", amountVnd: 499_999_999n, reference: "HD 1", reason: longText.slice(0, 200) };
  const finance = await makeStaff("finance");
  // Approves what the other requests.
  await makeStaff("finance");
  const texts = { titleVi: "Tổng hợp giọng nói chậm", titleEn: "Slow synthesis", textVi: longText, textEn: longText };
  const incident = { ...texts, region: "", services: ["tts"], impact: "degraded" };
  await createDataRequest(await makeViewer({ userId: member.userId }), { kind: "access", text: longText });
  const ours = { where: { userId: member.userId }, select: { id: true } };
  return {
    transfer,
    business: member.businessId,
    claim: await createClaim(member, claim),
    request: (await db.dataRequest.findFirstOrThrow(ours)).id,
    adjustment: (await requestAdjustment(finance, member.businessId, entered as never)).id,
    incident: await openIncident(await makeStaff("engineer"), incident as never),
    refund: await requestRefund(member, account),
  };
}
