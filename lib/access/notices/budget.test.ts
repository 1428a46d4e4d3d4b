// @module-tag promise
// @module-tag slow
import { afterEach, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { changeRole } from "@/lib/businesses/members/change";
import { mailDigests } from "@/lib/businesses/notices/digest";
import { listNotices } from "@/lib/businesses/notices/list";
import { warnOfBudgets } from "@/lib/money/alerts/budget";
import { setAlert } from "@/lib/money/alerts/service";
import { clock, hours, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { vietnamMonth } from "@/lib/platform/vietnam-time";
import { disable } from "@/lib/webhooks/deliver/failing";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { mailsTo } from "@/testing/harness/mailbox";
import { emailsAnHour, notify } from "./notify";

afterEach(() => clock.reset());

const business = "Sách Hay";
const link = "http://localhost:3000/console/sach-hay";

const userOf = ({ userId }: Member) => db.user.findUniqueOrThrow({ where: { id: userId } });

async function add(member: Member, host: string): Promise<void> {
  const values = { actor: "Lan", business, host, link };
  const { businessId } = member;
  const to = await userOf(member);
  await db.$transaction((tx) => notify(tx, to, { kind: "webhookCreated", values, path: "/console", businessId }));
}

async function widen(member: Member): Promise<void> {
  const values = { actor: "Lan", key: "Tổng đài", hint: "abcd", business, gained: "balance:read", link };
  const { businessId } = member;
  const to = await userOf(member);
  await db.$transaction((tx) => notify(tx, to, { kind: "keyWidened", values, path: "/console", businessId }));
}

const mailsOf = async (member: Member) => mailsTo((await userOf(member)).email);
const hostsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `h${first + at}.example.com`);

test("after five emails of an hour the other changes are one digest at its end, which names endpoints and keys", async () => {
  const member = await makeMember({ name: business });
  for (const host of hostsFrom(1, emailsAnHour)) await add(member, host);
  clock.advance(minutes(50));
  for (const host of hostsFrom(6, 3)) await add(member, host);
  await widen(member);
  await mailDigests();
  expect(await mailsOf(member)).toHaveLength(emailsAnHour);
  const { notices } = await listNotices({ ...member, ...(await userOf(member)) } as never, { locale: "vi" });
  expect(notices).toHaveLength(9);

  clock.advance(minutes(10));
  await Promise.all([mailDigests(), mailDigests(), mailDigests()]);
  await mailDigests();
  const [digest, ...others] = await mailsOf(member);
  expect(others).toHaveLength(emailsAnHour);
  expect(digest?.subject).toBe(
    "Sách Hay có thêm 4 thông báo: h6 example com, h7 example com, h8 example com và 1 mục khác",
  );
  expect(digest?.text.match(/webhook h\d example com/g)).toHaveLength(3);
  expect(digest?.text).toContain("Khóa API “Tổng đài” được thêm quyền");
  expect(digest?.text).not.toContain("h5");

  // The next hour has a budget of its own.
  await add(member, "h9.example.com");
  expect(await mailsOf(member)).toHaveLength(emailsAnHour + 2);
});

test("the digest is in its reader's language, and counts what it does not list", async () => {
  const member = await makeMember({ name: business });
  await db.user.update({ where: { id: member.userId }, data: { locale: "en" } });
  for (const host of hostsFrom(1, emailsAnHour + 30)) await add(member, host);
  clock.advance(hours(1));
  await mailDigests();
  const [digest] = await mailsOf(member);
  expect(digest?.subject).toBe(
    "30 more notifications about Sách Hay: h6 example com, h7 example com, h8 example com and 27 more",
  );
  expect(digest?.text).toContain("…and 10 more");
  expect(digest?.text.match(/was added/g)).toHaveLength(20);
});

test("of twelve changes at the same moment five have an email, and of 200 in an hour no more than 105 have a notice", async () => {
  const member = await makeMember();
  await Promise.all(hostsFrom(1, 12).map((host) => add(member, host)));
  expect(await mailsOf(member)).toHaveLength(emailsAnHour);
  for (const host of hostsFrom(13, 100)) await add(member, host);
  expect(await db.notice.count({ where: { userId: member.userId } })).toBe(105);
});

test("each business and each person has a budget, and someone who left the business gets no digest of it", async () => {
  const member = await makeMember();
  const elsewhere = await makeMember({ userId: member.userId });
  const colleague = await makeMember({ businessId: member.businessId });
  for (const host of hostsFrom(1, emailsAnHour + 1)) await add(member, host);
  await add(elsewhere, "other.example.com");
  await add(colleague, "h7.example.com");
  expect(await mailsOf(member)).toHaveLength(emailsAnHour + 1);
  expect(await mailsOf(colleague)).toHaveLength(1);

  await db.membership.deleteMany({ where: { userId: member.userId, businessId: member.businessId } });
  clock.advance(hours(1));
  await mailDigests();
  expect(await mailsOf(member)).toHaveLength(emailsAnHour + 1);
  expect(await db.notice.count({ where: { userId: member.userId, digested: false } })).toBe(0);
});

test("a digest that fails does not stop those of others", async () => {
  const [broken, member] = [await makeMember(), await makeMember()];
  for (const one of [broken, member]) for (const host of hostsFrom(1, emailsAnHour + 1)) await add(one, host);
  await db.user.update({ where: { id: broken.userId }, data: { timeZone: "Nowhere/Unknown" } });
  clock.advance(hours(1));
  await mailDigests();
  expect((await mailsOf(member))[0]?.subject).toContain("có thêm 1 thông báo");
  expect(await db.notice.count({ where: { userId: broken.userId, digested: false } })).toBe(1);
});

test("an email that the person turned off takes no place of the hour", async () => {
  const member = await makeMember();
  await db.noticePreference.create({ data: { userId: member.userId, kind: "keyWidened", email: false } });
  for (let count = 0; count < 7; count++) await widen(member);
  for (const host of hostsFrom(1, emailsAnHour)) await add(member, host);
  expect(await mailsOf(member)).toHaveLength(emailsAnHour);
  expect(await db.notice.count({ where: { userId: member.userId, digested: false } })).toBe(0);
});

test("of nine endpoints that disable themselves, five have an email and four are in the digest", async () => {
  const member = await makeMember({ name: business });
  for (const host of hostsFrom(1, 9)) {
    const { id } = await makeEndpoint(member, { url: `https://${host}/${newId("request")}` });
    await disable(id, "gone");
  }
  expect(await mailsOf(member)).toHaveLength(emailsAnHour);
  clock.advance(hours(1));
  await mailDigests();
  const [digest, ...others] = await mailsOf(member);
  expect(others).toHaveLength(emailsAnHour);
  expect(digest?.subject).toContain("có thêm 4 thông báo: h6 example com");
});

test("an admin whose role is changed back and forth is announced once an hour", async () => {
  const owner = await makeMember();
  const member = await makeMember({ role: "viewer", businessId: owner.businessId });
  const flip = async () => {
    const proved = { ...owner, freshAt: clock.now() } as Member;
    await changeRole(proved, member.userId, "admin");
    await changeRole(proved, member.userId, "viewer");
  };
  for (let count = 0; count < 3; count++) await flip();
  expect(await mailsOf(owner)).toHaveLength(1);
  clock.advance(hours(1) + seconds(1));
  await flip();
  expect(await mailsOf(owner)).toHaveLength(2);
});

test("warnings of credit have a budget of their own: a member who changes the cap again and again causes five emails", async () => {
  const member = await makeMember({ name: business, creditMilli: 1_000_000n });
  const key = await makeCaller({ businessId: member.businessId });
  const month = vietnamMonth(clock.now());
  await db.keySpend.create({ data: { keyId: key.keyId, month, amountMilli: 900_000n } });
  for (const host of hostsFrom(1, emailsAnHour + 2)) await add(member, host);
  for (let count = 0; count < 8; count++) {
    await setAlert(member, { monthlyCapVnd: 800 - count, belowVnd: null, belowDays: null });
    await warnOfBudgets();
  }
  expect(await mailsOf(member)).toHaveLength(2 * emailsAnHour);
  clock.advance(hours(1));
  await mailDigests();
  const [digest, ...others] = await mailsOf(member);
  expect(others).toHaveLength(2 * emailsAnHour);
  expect(digest?.subject).toBe("Sách Hay có thêm 5 thông báo: h6 example com, h7 example com");
});
