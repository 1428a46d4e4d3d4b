// @module-tag promise
import { afterEach, beforeAll, expect, test } from "vitest";
import { getBusiness, suspendBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Member } from "@/lib/access/principals/member";
import type { StaffMember } from "@/lib/access/principals/staff";
import { expireLimits, findLimits, setLimits } from "@/lib/businesses/limits/service";
import { setInvoiceDetails } from "@/lib/money/invoices/details/service";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { ingest } from "@/lib/speech/history/ingest";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeRecognized } from "@/prisma/speech-factories";
import { makeStaff } from "@/prisma/staff-factories";
import { addNote, findBusiness } from "./find";
import { findOffered, listBusinesses, offerBusinesses } from "./list";
import { businessFilterSchema } from "./schema";

let [support, finance]: StaffMember[] = [];
let [wanted, other]: Member[] = [];
let key = "";
let trackingId = "";
const taxCode = "0314409058-002";

beforeAll(async () => {
  [support, finance] = [await makeStaff("support"), await makeStaff("finance")];
  wanted = await makeMember({ name: "Công ty Nghe Nhìn Đông Á", creditMilli: 5_000_000n });
  other = await makeMember({ name: "Nhà xuất bản Trẻ" });
  key = await makeKey(wanted);
  await setInvoiceDetails(wanted, { legalName: "Nghe Nhìn", taxCode, address: "Huế", email: "kt@nghe.vn" });
  const { id: keyId } = await db.apiKey.findFirstOrThrow({ where: { businessId: wanted.businessId } });
  const job = await makeRecognized({ businessId: wanted.businessId, keyId }, "không ai đọc được câu này");
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  trackingId = job.trackingId;
});
afterEach(() => clock.reset());

const search = async (q: string, state?: string) => {
  const { rows } = await listBusinesses(support as StaffMember, businessFilterSchema.parse({ q, state }));
  return rows.map(({ id }) => id);
};

test("a business is found by a part of its name without diacritics, tax code, member, key ending and trackingId", async () => {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: wanted?.userId } });
  const typed = ["nghe nhin dong", wanted?.businessSlug ?? "", wanted?.businessId ?? "", taxCode, "0314409058", email];
  for (const q of [...typed, `…${key.slice(-4)}`, key, trackingId])
    expect(await search(q), q).toEqual([wanted?.businessId]);
  expect(await search("0314409059")).toEqual([]);
  expect(await search("100%")).toEqual([]);
  expect(await search("nghe nhin", "suspended")).toEqual([]);
  expect(await search("nha xuat ban")).toEqual([other?.businessId]);
});

test("a field that asks for a business offers at most eight that match, those first whose name begins so", async () => {
  const staff = support as StaffMember;
  for (let count = 0; count < 9; count++) await makeMember({ name: `Xưởng Sách Nói ${count}` });
  const begun = await makeMember({ name: "Sách Nói 100%" });
  const archived = await makeMember({ name: "Sách Nói đã đóng" });
  await db.business.update({ where: { id: archived.businessId }, data: { archivedAt: clock.now() } });
  const { email } = await db.user.findUniqueOrThrow({ where: { id: wanted?.userId } });

  const offered = await offerBusinesses(staff, "sach noi");
  expect(offered.map(({ name }) => name)).toEqual([
    "Sách Nói 100%",
    ...[8, 7, 6, 5, 4, 3, 2].map((n) => `Xưởng Sách Nói ${n}`),
  ]);
  for (const typed of ["dong a", taxCode, email, wanted?.businessId ?? "", wanted?.businessSlug ?? ""])
    expect(
      (await offerBusinesses(staff, typed)).map(({ id }) => id),
      typed,
    ).toEqual([wanted?.businessId]);
  expect((await offerBusinesses(staff, "0%")).map(({ id }) => id)).toEqual([begun.businessId]);
  expect(await offerBusinesses(staff, archived.businessId)).toEqual([]);
  expect(await offerBusinesses(staff, "")).toHaveLength(8);

  expect(await findOffered(staff, begun.businessSlug)).toMatchObject({ id: begun.businessId, isSuspended: false });
  for (const unknown of [undefined, "sach noi", "%"]) expect(await findOffered(staff, unknown)).toBeNull();
});

test("all businesses are listed once over the pages, and an unknown cursor is rejected", async () => {
  for (let count = 0; count < 45; count++) await makeMember();
  const first = await listBusinesses(support as StaffMember, {});
  const second = await listBusinesses(support as StaffMember, {}, first.next ?? "");
  const ids = [...first.rows, ...second.rows].map(({ id }) => id);
  expect(new Set(ids).size).toBe(await db.business.count());
  await expect(listBusinesses(support as StaffMember, {}, "x")).rejects.toThrow("INVALID_REQUEST");
});

test("its page has balance, usage, members and limits, and neither key, text nor a personal tax code for support", async () => {
  const person = await makeMember();
  await setInvoiceDetails(person, { legalName: "Hộ", taxCode: "079099054321", address: "Huế", email: "h@nghe.vn" });
  const [read, moved] = await Promise.all(
    [support, finance].map((who) => findBusiness(who as StaffMember, person.businessId)),
  );
  expect([read?.invoice?.taxCode, moved?.invoice?.taxCode]).toEqual(["•••••••••321", "079099054321"]);

  const page = await findBusiness(support as StaffMember, wanted?.businessSlug ?? "");
  expect(page).toMatchObject({ state: "active", usage: [{ group: { service: "stt" }, requests: 1 }] });
  expect(page.balance.availableMilli).toBeLessThanOrEqual(5_000_000n);
  expect(page.members).toMatchObject([{ userId: wanted?.userId, role: "owner" }]);
  const shown = JSON.stringify(page, (_, value) => (typeof value === "bigint" ? String(value) : value));
  for (const secret of [key, "không ai đọc được", "whsec_"]) expect(shown).not.toContain(secret);
  await expect(findBusiness(support as StaffMember, "biz_unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

const limits = { requestsPerMinute: 600, concurrentCalls: 20, webhookLimit: 15 };

test("limits with a last day return to the former ones after it, also when they were changed meanwhile", async () => {
  const { businessId } = await makeMember({ requestsPerMinute: 120, concurrentCalls: 8 });
  const until = vietnamDate(new Date(+clock.now() + days(2)));
  await setLimits(finance as StaffMember, businessId, { ...limits, until }, "Đợt cao điểm");
  await setLimits(finance as StaffMember, businessId, { ...limits, requestsPerMinute: 900, until }, "Thêm nữa");
  await expireLimits();
  expect(await findLimits(businessId)).toMatchObject({ requestsPerMinute: 900, concurrentCalls: 20 });

  clock.advance(days(3));
  await Promise.all([expireLimits(), expireLimits()]);
  expect(await findLimits(businessId)).toEqual({
    ...{ requestsPerMinute: 120, concurrentCalls: 8, webhookLimit: 10, temporary: null },
  });
  const acts = await db.platformAuditEvent.findMany({ where: { businessId }, orderBy: { id: "asc" } });
  expect(acts.map(({ action, operator }) => [action, operator])).toEqual([
    ...[1, 2].map(() => ["business.limited", finance?.email]),
    ["business.limited", "system"],
  ]);
});

test("limits without an end, for a day that has passed, or that apply already", async () => {
  const { businessId } = await makeMember();
  await setLimits(finance as StaffMember, businessId, limits, "Theo hợp đồng");
  expect(await findLimits(businessId)).toEqual({ ...limits, temporary: null });
  const again = setLimits(finance as StaffMember, businessId, limits, "Theo hợp đồng");
  await expect(again).rejects.toMatchObject({ id: "operator.errors.limitsSame" });
  const past = setLimits(finance as StaffMember, businessId, { ...limits, until: "2020-01-01" }, "Theo hợp đồng");
  await expect(past).rejects.toMatchObject({ id: "operator.errors.limitsPast" });
});

test("support neither suspends a business nor changes its limits, and its notes stay with the staff", async () => {
  const { businessId } = await makeMember();
  const business = await getBusiness(businessId);
  await expect(suspendBusiness(support as StaffMember, business, "x")).rejects.toMatchObject({ code: "FORBIDDEN" });
  const change = setLimits(support as StaffMember, businessId, limits, "x");
  await expect(change).rejects.toMatchObject({ code: "FORBIDDEN" });

  await addNote(support as StaffMember, businessId, "Gọi lại sau 15 giờ");
  const page = await findBusiness(finance as StaffMember, businessId);
  expect(page.notes).toMatchObject([{ text: "Gọi lại sau 15 giờ", author: { name: support?.name } }]);
  expect(page.history).toMatchObject([{ action: "business.noted", actor: support?.name }]);
  const logged = await db.auditEvent.findMany({ where: { OR: [{ businessId }, { businessId: "staff" }] } });
  expect(JSON.stringify(logged, (_, value) => (typeof value === "bigint" ? String(value) : value))).not.toContain(
    "Gọi lại",
  );
});
