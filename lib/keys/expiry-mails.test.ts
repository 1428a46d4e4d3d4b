// @module-tag slow
import { afterEach, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { mailIsSent } from "@/testing/harness/mailbox";
import { editKey } from "./edit";
import { dayOf } from "./expiry";
import { mailExpiringKeys } from "./expiry-mails";
import { createKey, revokeKey } from "./service";

afterEach(() => clock.reset());

const inDays = (count: number) => dayOf(new Date(clock.now().getTime() + days(count)));

/** How many emails a member received. */
async function mailsOf({ userId }: Member): Promise<number> {
  await mailIsSent();
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return (await listKeptMails()).filter(({ to }) => to === email).length;
}

test("a notice is sent 30, 7 and 1 day before the end, once each, to everyone who can extend the key", async () => {
  const owner = await makeMember();
  const developer = await makeMember({ role: "developer", businessId: owner.businessId });
  const viewer = await makeMember({ role: "viewer", businessId: owner.businessId });
  await createKey(owner, makeKeySettings({ expiresOn: inDays(60), name: "Tổng đài" }));

  const got: number[] = [];
  for (let hour = 0; hour < 62 * 24; hour += 12) {
    await Promise.all([mailExpiringKeys(), mailExpiringKeys()]);
    got.push(await mailsOf(owner));
    clock.advance(hours(12));
  }
  const left = (count: number) => got.indexOf(count) / 2;
  expect(got.at(-1)).toBe(3);
  for (const [count, day] of [1, 2, 3].map((count, index) => [count, [30, 53, 59][index] ?? 0] as const)) {
    expect(left(count)).toBeGreaterThanOrEqual(day);
    expect(left(count)).toBeLessThanOrEqual(day + 1.5);
  }
  expect([await mailsOf(developer), await mailsOf(viewer)]).toEqual([3, 0]);
});

test("after the workers were stopped for a while, only the nearest notice is sent, and still once", async () => {
  const owner = await makeMember();
  await createKey(owner, makeKeySettings({ expiresOn: inDays(60) }));
  clock.advance(days(57));
  await mailExpiringKeys();
  await mailExpiringKeys();
  expect(await mailsOf(owner)).toBe(1);
});

test("no notice is sent for a key that was extended, was revoked or has expired", async () => {
  const owner = await makeMember();
  const extended = await createKey(owner, makeKeySettings({ expiresOn: inDays(31) }));
  const revoked = await createKey(owner, makeKeySettings({ expiresOn: inDays(31) }));
  await createKey(owner, makeKeySettings({ expiresOn: inDays(3) }));
  await editKey(owner, extended.id, makeKeySettings({ expiresOn: inDays(300) }));
  await revokeKey(owner, revoked.id);
  clock.advance(days(25));
  await mailExpiringKeys();
  expect(await mailsOf(owner)).toBe(0);
});

test("a member who has just chosen a near day gets no notice at once, but one before the key expires", async () => {
  const owner = await makeMember();
  await createKey(owner, makeKeySettings({ expiresOn: inDays(5) }));
  await mailExpiringKeys();
  expect(await mailsOf(owner)).toBe(0);
  clock.advance(days(5));
  await mailExpiringKeys();
  expect(await mailsOf(owner)).toBe(1);
});

test("saving a key's other settings does not send its notice again", async () => {
  const owner = await makeMember();
  const expiresOn = inDays(31);
  const { id } = await createKey(owner, makeKeySettings({ expiresOn }));
  clock.advance(days(10));
  await mailExpiringKeys();
  await editKey(owner, id, makeKeySettings({ expiresOn, name: "Renamed" }));
  await mailExpiringKeys();
  expect(await mailsOf(owner)).toBe(1);
});

test("a notice that cannot be written does not keep others from theirs, and is written once it can be", async () => {
  const members = [await makeMember(), await makeMember(), await makeMember()];
  for (const member of members) await createKey(member, makeKeySettings({ expiresOn: inDays(60) }));
  clock.advance(days(32));
  const where = { id: members[1]?.userId };
  await db.user.update({ where, data: { timeZone: "Nowhere/Unknown" } });
  await mailExpiringKeys();
  const counts = async () => Promise.all(members.map(mailsOf));
  expect(await counts()).toEqual([1, 0, 1]);
  await db.user.update({ where, data: { timeZone: "Asia/Ho_Chi_Minh" } });
  await mailExpiringKeys();
  expect(await counts()).toEqual([1, 1, 1]);
});
