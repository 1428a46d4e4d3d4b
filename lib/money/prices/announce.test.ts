// @module-tag promise
import { afterEach, beforeAll, expect, test } from "vitest";
import { approveMoneyAct } from "@/lib/money/acts/decide";
import { previewPrice } from "@/lib/operator/prices/list";
import { plannedPriceSchema } from "@/lib/operator/prices/schema";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeMember, makePrice } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { makeStaff } from "@/prisma/staff-factories";
import { mailsTo } from "@/testing/harness/mailbox";
import { announcePrices } from "./announce";
import { PriceBook } from "./price-book";
import { readPrices } from "./register";
import { addPrice } from "./register-operator-price";

afterEach(() => clock.reset());

beforeAll(async () => {
  const general = { modelId: "vang-espeak", priceVnd: 300, unit: "1000_characters", source: "built_in" };
  const from = new Date("2026-01-01T00:00:00+07:00");
  await db.price.create({ data: { id: newId("price"), ...general, from, createdAt: from } });
});

/** A business that used the model, with an owner. */
async function makeUserOf(modelId: string) {
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  const job = makeFinished(caller, { modelId });
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  return member;
}

const state = (vnd: string, business = "") => {
  const from = vietnamTime(new Date(+clock.now() + days(30)))
    .slice(0, 16)
    .replace(" ", "T");
  return plannedPriceSchema.parse({ model: "vang-espeak", business, vnd, from });
};

const noticesOf = (businessId: string) => db.notice.count({ where: { businessId, kind: "priceChanged" } });

test("a future price names whom it concerns, notifies them once, and charges nothing before it begins", async () => {
  const [uses, agreed, idle] = [await makeUserOf("vang-espeak"), await makeUserOf("vang-espeak"), await makeMember()];
  const viewer = await makeMember({ businessId: uses.businessId, role: "viewer" });
  await makePrice(agreed.businessId, { priceVnd: 250 });
  const [finance, approver, support] = [
    await makeStaff("finance"),
    await makeStaff("finance"),
    await makeStaff("support"),
  ];

  const preview = await previewPrice(support, state("450"));
  expect(preview.named.map(({ id }) => id)).toContain(uses.businessId);
  expect(preview.named.map(({ id }) => id)).not.toContain(agreed.businessId);
  expect(preview).toMatchObject({ priceVnd: 450, replaces: { priceVnd: 300 }, ownPrices: 1 });
  await expect(addPrice(support, preview, "x")).rejects.toMatchObject({ code: "FORBIDDEN" });

  await approveMoneyAct(approver, (await addPrice(finance, preview, "Chi phí tăng")).actId, "Đã xem");
  const { id: priceId } = await db.price.findFirstOrThrow({ where: { source: "operator", businessId: null } });
  await Promise.all([announcePrices(), announcePrices()]);
  await announcePrices();
  expect(await noticesOf(uses.businessId)).toBe(1);
  expect([await noticesOf(agreed.businessId), await noticesOf(idle.businessId)]).toEqual([0, 0]);
  expect(await db.notice.count({ where: { userId: viewer.userId, kind: "priceChanged" } })).toBe(0);
  const done = await db.priceAnnouncement.findUniqueOrThrow({ where: { priceId } });
  expect(done).toMatchObject({ formerVnd: 300, notified: preview.affected, doneAt: expect.any(Date) });

  const book = new PriceBook(await readPrices(-1));
  expect(book.find("vang-espeak", null, clock.now())?.priceVnd).toBe(300);
  const acts = await db.platformAuditEvent.findMany({ where: { action: "price.added" } });
  expect(acts).toMatchObject([{ operator: approver.email, details: { priceId, reason: "Chi phí tăng" } }]);
});

test("a price of one business notifies that one alone, with the former price in the email", async () => {
  const [own, other] = [await makeMember(), await makeUserOf("vang-espeak")];
  const before = await noticesOf(other.businessId);
  const finance = await makeStaff("finance");
  await addPrice(finance, await previewPrice(finance, state("200", own.businessSlug)), "Theo hợp đồng");
  await announcePrices();
  expect([await noticesOf(own.businessId), await noticesOf(other.businessId)]).toEqual([1, before]);
  const { email } = await db.user.findUniqueOrThrow({ where: { id: own.userId } });
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toContain("vang-espeak");
  expect(mail?.text).toMatch(/200\s₫[\s\S]*450\s₫/);
});

test("a time that is too early, an unknown business and an unknown model are rejected", async () => {
  const finance = await makeStaff("finance");
  const past = plannedPriceSchema.parse({ model: "vang-espeak", vnd: "450", from: "2020-01-01T00:00" });
  await expect(previewPrice(finance, past)).rejects.toMatchObject({ id: "operator.errors.priceTooSoon" });
  await expect(previewPrice(finance, state("450", "không-có"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  const unknown = { ...state("450"), model: "unknown" };
  await expect(previewPrice(finance, unknown)).rejects.toMatchObject({ code: "MODEL_UNKNOWN" });
});
