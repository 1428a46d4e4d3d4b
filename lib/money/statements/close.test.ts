// @module-tag promise
import { afterEach, expect, test, vi } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { setInvoiceDetails } from "@/lib/money/invoices/details/service";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { emailKind } from "@/lib/platform/mail/post";
import type { Mail } from "@/lib/platform/mail/send";
import { decodePayload } from "@/lib/platform/outbox/kind";
import { makeMember } from "@/prisma/factories";
import { asOwner } from "@/testing/harness/as-owner";
import { chargeJob } from "@/testing/harness/charge-job";
import { goTo } from "@/testing/harness/go-to";
import { plantBalance } from "@/testing/harness/plant-balance";
import { csvOf, linesOf } from "@/testing/harness/statements";
import { closeMonths, hashStatement } from "./close";
import { getStatement, listStatementGroups } from "./read";

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

test("months end at midnight in Vietnam, also in leap years and at the end of the year", async () => {
  goTo("2028-02-29T16:59:55Z");
  const member = await makeMember({ creditMilli: 10_000_000n });
  await chargeJob(member.businessId, 1_000n);
  goTo("2028-02-29T17:00:00Z");
  await chargeJob(member.businessId, 2_000n);
  goTo("2028-12-31T16:59:55Z");
  await chargeJob(member.businessId, 3_000n);
  goTo("2028-12-31T17:00:00Z");
  await chargeJob(member.businessId, 4_000n);
  await closeMonths();
  const spent = async (month: string) =>
    (await getStatement(member, month)).totals.find(({ kind }) => kind === "charge");
  expect(await spent("2028-02")).toMatchObject({ lines: 1, milli: -1_000n });
  expect(await spent("2028-03")).toMatchObject({ lines: 1, milli: -2_000n });
  expect(await spent("2028-12")).toMatchObject({ lines: 1, milli: -3_000n });
  expect(await spent("2029-01")).toMatchObject({ lines: 1, milli: -4_000n });
});

test("a closed month never changes: later charges, details and names leave its lines, number and hash as they are", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  const details = {
    legalName: "Công ty TNHH Sách Nói Việt Nam",
    taxCode: "0314409058",
    address: "12 Nguyễn Huệ, Thành phố Hồ Chí Minh",
    email: "ke-toan@sach-noi.vn",
  };
  await setInvoiceDetails(member, details);
  await chargeJob(member.businessId, 7_201n);
  goTo("2025-12-01T00:00:00Z");
  await Promise.all([closeMonths(), closeMonths()]);
  const [before, file] = [await getStatement(member, "2025-11"), await csvOf(member, "2025-11")];
  expect(before.closed).toMatchObject({ number: expect.stringMatching(/^2025-11-\d{6}$/), lines: 2 });
  expect(before.parties.buyer).toMatchObject({ legalName: details.legalName, taxCode: details.taxCode });

  await setInvoiceDetails(member, { ...details, legalName: "Tên khác" });
  goTo("2025-11-25T03:00:00Z");
  await chargeJob(member.businessId, 9_000n);
  goTo("2026-01-02T00:00:00Z");
  await closeMonths();
  expect(await getStatement(member, "2025-11")).toEqual(before);
  expect(await csvOf(member, "2025-11")).toBe(file);
  async function* lines() {
    yield await linesOf(member, "2025-11");
  }
  const { number = "", hash } = before.closed ?? {};
  const { month, openingMilli, closingMilli, parties } = before;
  const head = { number, month, businessId: member.businessId, openingMilli, closingMilli, parties };
  expect(await hashStatement(head, lines())).toBe(hash);
  await expect(db.statement.updateMany({ data: { hash: "" } })).rejects.toThrow(/cannot be changed/);
  await expect(asOwner((client) => client.query("DELETE FROM statements"))).rejects.toThrow(/cannot be changed/);
});

test("a charge that arrives after its month was closed is on the next statement, which says so", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  goTo("2025-12-01T01:00:00Z");
  await closeMonths();
  // Recorded with a time of the closed month, as by a machine whose clock is slow.
  goTo("2025-11-30T16:00:00Z");
  await chargeJob(member.businessId, 9_000n);
  goTo("2025-12-15T00:00:00Z");
  await chargeJob(member.businessId, 1_000n);
  const expected = [
    [-9_000n, { month: "2025-11" }],
    [-1_000n, null],
  ];
  const seen = async () => (await linesOf(member, "2025-12")).map(({ milli, late }) => [milli, late]);
  expect(await seen()).toEqual(expected);
  goTo("2026-01-01T00:00:00Z");
  await closeMonths();
  expect(await seen()).toEqual(expected);
  expect((await getStatement(member, "2025-11")).closingMilli).toBe(50_000_000n);
  expect(await csvOf(member, "2025-12")).toContain("Thuộc tháng 11/2025");
  expect((await listStatementGroups(await getStatement(member, "2025-12"))).map(({ milli }) => milli)).toEqual([
    -9_000n,
    -1_000n,
  ]);
});

test("a month whose movements do not add up to the balance is not closed, and the log says so", async () => {
  goTo("2025-11-20T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  goTo("2025-12-01T01:00:00Z");
  await closeMonths();
  await plantBalance("kind = 'available' AND business_id = $2", member.businessId, 1n);
  const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
  goTo("2026-01-01T01:00:00Z");
  await closeMonths();
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ businessId: member.businessId }), expect.any(String));
  expect((await getStatement(member, "2025-12")).closed).toBeNull();
  await plantBalance("kind = 'available' AND business_id = $2", member.businessId, -1n);
});

test("once a month is closed, those who chose it and read billing get its email in their language, once", async () => {
  // February is closed late, together with March.
  goTo("2026-02-10T03:00:00Z");
  const member = await makeMember({ creditMilli: 50_000_000n });
  const { businessId } = member;
  const outsider = await makeMember({ creditMilli: 1_000n });
  const english = await makeMember({ businessId, role: "billing" });
  const viewer = await makeMember({ businessId, role: "viewer" });
  await makeMember({ businessId, role: "admin" });
  await db.user.update({ where: { id: english.userId }, data: { locale: "en" } });
  const data = [member, outsider, english, viewer].map(({ userId }) => ({
    userId,
    kind: "statementClosed",
    email: true,
  }));
  await db.noticePreference.createMany({ data });
  goTo("2026-04-01T00:00:00Z");
  await Promise.all([closeMonths(), closeMonths()]);
  await closeMonths();

  const messages = await db.outboxMessage.findMany({ where: { dedupeKey: { startsWith: "statement:" } } });
  const mails = messages.map(({ id, payload }) => decodePayload<Mail>(emailKind, id, payload ?? ""));
  const readIn = async ({ userId, businessSlug }: Member) => {
    const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    const theirs = mails.filter(({ to }) => to === email);
    for (const { text } of theirs) expect(text).toContain(`/console/${businessSlug}/billing/statements/2026-03\n`);
    return theirs.map(({ subject }) => subject);
  };
  expect(await readIn(member)).toEqual([expect.stringMatching(/^Sao kê 0?3\/2026 của/)]);
  expect(await readIn(english)).toEqual([expect.stringMatching(/^Statement for March 2026/)]);
  expect(await readIn(outsider)).toHaveLength(1);
  expect(mails).toHaveLength(3);
  expect(await db.notice.count({ where: { kind: "statementClosed", businessId } })).toBe(2);
});
