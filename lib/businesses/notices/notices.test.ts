import { afterEach, expect, test } from "vitest";
import { notify } from "@/lib/access/notices/notify";
import { noticeKinds, shownValues } from "@/lib/access/notices/schema";
import type { Viewer } from "@/lib/access/principals/viewer";
import { notifyNewDevice } from "@/lib/people/account/unknown-sign-in";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { translate } from "@/lib/platform/i18n/translate";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeViewer } from "@/prisma/factories";
import { mailIsSent } from "@/testing/harness/mailbox";
import { countUnread, listNotices, sweepNotices } from "./list";
import { getNoticePreferences, markAllRead, markRead, setNoticePreferences } from "./service";

afterEach(() => clock.reset());

const allOn = {
  keyExpiring: true,
  keyWidened: true,
  adminJoined: true,
  topUpCredited: true,
  creditLow: true,
  statementClosed: false,
};
const allOff = {
  keyExpiring: false,
  keyWidened: false,
  adminJoined: false,
  topUpCredited: false,
  creditLow: false,
  statementClosed: false,
};
const keyExpiring = (key: string) => ({
  kind: "keyExpiring" as const,
  values: { key, business: "Sách Hay", time: "30/11/2026", link: "http://localhost:3000/console/sach-hay/keys/1" },
  path: "/console/sach-hay/keys/1",
});
const twoFactorOff = {
  kind: "twoFactorOff" as const,
  values: { time: "30/11/2026", left: 0, link: "http://localhost:3000/account/security" },
  path: "/account/security",
};

const send = (viewer: Viewer, notice: Parameters<typeof notify>[2]) =>
  db.$transaction((tx) => notify(tx, { ...viewer, id: viewer.userId }, notice));

async function mailsTo({ email }: Viewer): Promise<string[]> {
  await mailIsSent();
  return (await listKeptMails()).filter(({ to }) => to === email).map(({ subject }) => subject);
}

test("a notice is in the console, in the reader's language, and its email is sent once", async () => {
  const viewer = await makeViewer();
  await send(viewer, keyExpiring("Tổng đài"));
  await Promise.all([mailIsSent(), mailIsSent()]);
  for (const locale of ["vi", "en"] as const) {
    const { notices } = await listNotices(viewer, { locale });
    const text = translate(locale, "mail.keyExpiring.subject", { key: "Tổng đài" });
    expect(notices).toMatchObject([{ text, path: "/console/sach-hay/keys/1", isRead: false }]);
  }
  expect(await mailsTo(viewer)).toHaveLength(1);
});

test("of a person's own change the notice counts as read, and its email still warns them", async () => {
  const [actor, other] = [await makeViewer(), await makeViewer()];
  const values = { actor: "Lan", business: "Sách Hay", host: "hook.vang.vn", link: "http://localhost:3000/console" };
  const change = { kind: "webhookUrlChanged" as const, values, path: "/console", actorId: actor.userId };
  for (const viewer of [actor, other]) await send(viewer, change);
  expect([await countUnread(actor), await countUnread(other)]).toEqual([0, 1]);
  const { notices } = await listNotices(actor, { locale: "vi" });
  expect(notices).toMatchObject([{ text: "Webhook hook.vang.vn đã đổi URL", isRead: true }]);
  expect(await mailsTo(actor)).toHaveLength(1);
});

test("a person who turned a kind's email off gets its notice alone, and security notices by email all the same", async () => {
  const [viewer, other] = [await makeViewer(), await makeViewer()];
  await setNoticePreferences(viewer, allOff);
  expect(await getNoticePreferences(viewer)).toEqual(allOff);
  expect(await getNoticePreferences(other)).toEqual(allOn);
  await db.noticePreference.create({ data: { userId: viewer.userId, kind: "twoFactorOff", email: false } });
  for (const to of [viewer, other]) {
    await send(to, keyExpiring("Tổng đài"));
    await send(to, twoFactorOff);
  }
  expect(await countUnread(viewer)).toBe(2);
  expect(await mailsTo(viewer)).toHaveLength(1);
  expect(await mailsTo(other)).toHaveLength(2);
});

test("a notice of a transaction that is rolled back is neither in the console nor sent", async () => {
  const viewer = await makeViewer();
  const failed = db.$transaction(async (tx) => {
    await notify(tx, { ...viewer, id: viewer.userId }, twoFactorOff);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await countUnread(viewer)).toBe(0);
  expect(await mailsTo(viewer)).toEqual([]);
});

test("no one reads or marks the notices of someone else", async () => {
  const [viewer, outsider] = [await makeViewer(), await makeViewer()];
  await send(viewer, twoFactorOff);
  const [notice] = (await listNotices(viewer, { locale: "vi" })).notices;
  expect((await listNotices(outsider, { locale: "vi" })).notices).toEqual([]);
  await expect(markRead(outsider, notice?.id ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await markAllRead(outsider);
  expect(await countUnread(viewer)).toBe(1);
});

test("a notice is marked as read once, and again without an error; the rest stays unread", async () => {
  const viewer = await makeViewer();
  for (const key of ["một", "hai", "ba"]) await send(viewer, keyExpiring(key));
  const { notices } = await listNotices(viewer, { locale: "vi" });
  const [newest] = notices;
  await Promise.all([markRead(viewer, newest?.id ?? ""), markRead(viewer, newest?.id ?? "")]);
  expect(await countUnread(viewer)).toBe(2);
  expect((await listNotices(viewer, { locale: "vi", unread: true })).notices).toHaveLength(2);
  await markAllRead(viewer);
  expect(await countUnread(viewer)).toBe(0);
  expect((await listNotices(viewer, { locale: "vi" })).notices.every(({ isRead }) => isRead)).toBe(true);
});

test("of 1,000 notices each is on one page, newest first, and the count stops at 100", async () => {
  const viewer = await makeViewer();
  const { kind, values, path } = keyExpiring("Tổng đài");
  const { userId } = viewer;
  await db.notice.createMany({
    data: Array.from({ length: 1000 }, (_, index) => ({
      id: `ntc_${String(index).padStart(26, "0")}`,
      ...{ userId, kind, values, path, createdAt: new Date(+clock.now() - (index % 10) * 1000) },
    })),
  });
  expect(await countUnread(viewer)).toBe(100);
  const seen: { id: string; createdAt: Date }[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await listNotices(viewer, { cursor, locale: "vi" });
    seen.push(...page.notices);
    cursor = page.next;
    if (!cursor) break;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1000);
  expect(seen.map(({ createdAt }) => +createdAt)).toEqual(
    seen.map(({ createdAt }) => +createdAt).toSorted((a, b) => b - a),
  );
});

test("the link of a new sign-in's email, which can end sessions, is not in its notice", async () => {
  const viewer = await makeViewer();
  const device = { ip: "203.0.113.9", userAgent: "Mozilla/5.0 Firefox/140.0" };
  await notifyNewDevice({ userId: viewer.userId, device, fingerprint: "x" });
  const row = await db.notice.findFirstOrThrow({ where: { userId: viewer.userId } });
  expect(row.path).toBe("/account/sign-in-log");
  expect(JSON.stringify(row)).not.toContain("/link/");
});

test.each(noticeKinds)("the text of %s has all its values in both languages", (kind) => {
  const values = Object.fromEntries((shownValues[kind] ?? []).map((name) => [name, "Sách Hay"]));
  for (const locale of ["vi", "en"] as const) {
    const text = translate(locale, `mail.${kind}.subject`, values);
    expect(text).not.toMatch(/[{}]/);
    expect(text).not.toContain(`mail.${kind}`);
  }
});

test("a notice that names another person is deleted with that person's account", async () => {
  const [viewer, named] = [await makeViewer(), await makeViewer()];
  const values = { admin: named.name, address: named.email, grantedBy: viewer.name, business: "Sách Hay", link: "" };
  await send(viewer, { kind: "adminJoined", values, path: "/console", aboutUserId: named.userId });
  const row = await db.notice.findFirstOrThrow({ where: { userId: viewer.userId } });
  expect(JSON.stringify(row.values)).not.toContain(named.email);
  await db.user.delete({ where: { id: named.userId } });
  expect(await db.notice.count({ where: { userId: viewer.userId } })).toBe(0);
});

test("notices older than 180 days are neither shown nor kept", async () => {
  const viewer = await makeViewer();
  await send(viewer, twoFactorOff);
  clock.advance(days(181));
  await send(viewer, keyExpiring("Tổng đài"));
  expect((await listNotices(viewer, { locale: "vi" })).notices).toHaveLength(1);
  while ((await sweepNotices()) === 1000);
  expect(await db.notice.count({ where: { userId: viewer.userId } })).toBe(1);
});
