// @module-tag promise
import { beforeEach, expect, test, vi } from "vitest";
import { startSession } from "@/lib/people/sign-in/begin-session";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeUser } from "@/prisma/factories";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { browser, freshBrowser } from "@/testing/harness/request";

vi.mock("next/headers", () => import("@/testing/harness/request"));

beforeEach(() => {
  freshBrowser();
  clock.reset();
});

const phone = {
  ip: "2001:db8::7334",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
};

const signIn = (userId: string) => startSession(userId, "password", phone);

test("the first sign-in of an account sends no email, nor does the same browser later", async () => {
  const { id, email } = await makeUser();
  await signIn(id);
  await signIn(id);
  expect(await mailsTo(email)).toEqual([]);
});

test("a sign-in from an unknown browser is reported by email at once: when, with what, from where, and how to undo it", async () => {
  const { id, email } = await makeUser();
  await db.user.update({ where: { id }, data: { timeZone: "America/New_York" } });
  await signIn(id);
  const laptop = browser.jar;
  freshBrowser();
  clock.now = () => new Date("2026-11-21T03:05:00Z");
  await signIn(id);
  clock.now = realNow;

  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("20/11/2026 22:05 GMT-5");
  for (const fact of ["Safari 18", "iOS 18.6", phone.ip]) expect(mail?.text).toContain(fact);
  expect(await mailedToken(email, "not-me")).toHaveLength(43);

  browser.jar = laptop;
  await signIn(id);
  expect(await mailsTo(email)).toHaveLength(1);
});

const realNow = clock.now;

test("a made-up cookie is not a known browser", async () => {
  const { id, email } = await makeUser();
  await signIn(id);
  const [[name, value]] = [...browser.jar] as [[string, string]];
  browser.jar.set(name, `${value.slice(0, -2)}AA`);
  await signIn(id);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("a browser is known for 400 days from its last sign-in", async () => {
  const { id, email } = await makeUser();
  await signIn(id);
  clock.advance(days(399));
  await signIn(id);
  expect(await mailsTo(email)).toEqual([]);
});
