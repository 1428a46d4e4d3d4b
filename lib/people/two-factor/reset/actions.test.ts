// @module-tag promise
import { beforeEach, expect, test, vi } from "vitest";
import { GET } from "@/app/link/[place]/[token]/route";
import { issueCookie } from "@/lib/access/auth/cookie";
import { requireMember } from "@/lib/access/auth/session";
import { hasSecondFactor } from "@/lib/access/sessions/second-factor";
import { continueSignIn } from "@/lib/people/sign-in/begin-session";
import { findRemoval } from "@/lib/people/sign-in-log/sign-in-log";
import {
  beginResetAction,
  cancelResetAction,
  keepFactorsAction,
  proveCodeAction,
  requestResetAction,
  signInWithCodeAction,
  signInWithRecoveryCodeAction,
} from "@/lib/people/two-factor/actions";
import { issueRecoveryCodes } from "@/lib/people/two-factor/recovery-codes";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { newId } from "@/lib/platform/ids";
import { makeConfirmedApp, makeMember, makeSession } from "@/prisma/factories";
import { codeNow } from "@/testing/harness/app-code";
import { pass } from "@/testing/harness/lost-factors";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { browser, formOf, freshBrowser, leads } from "@/testing/harness/request";
import { findWait } from "./wait";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

beforeEach(() => {
  freshBrowser();
  clock.reset();
});

const nothing = () => formOf({});
const signIn = (userId: string) => continueSignIn({ userId, next: "/console/sach-noi" });

/** Someone with an app whose correct password this browser has just sent. */
async function afterPassword() {
  const email = `${newId("user")}@example.com`;
  const app = await makeConfirmedApp({ email });
  await expect(signIn(app.userId)).rejects.toMatchObject(leads("/sign-in/two-factor"));
  return { ...app, email };
}

/** Opens the newest emailed link of this kind in this browser. */
async function open(email: string, place: string) {
  const token = await mailedToken(email, place);
  return GET(new Request("http://localhost:3000"), { params: Promise.resolve({ place, token }) });
}

/** The same person a moment after the wait began, in an unknown browser. */
async function waiting() {
  const person = await afterPassword();
  await requestResetAction(idle, nothing());
  await open(person.email, "reset-factors");
  expect(await beginResetAction(idle, nothing())).toMatchObject({ status: "done" });
  freshBrowser();
  return person;
}

async function signedIn(userId: string) {
  const { id: sid } = await makeSession(userId);
  await issueCookie({ sid, uid: userId });
}

test("the link is sent to the person's email, opening it changes nothing, and clicking starts the wait", async () => {
  const { userId, email } = await afterPassword();
  expect(await requestResetAction(idle, nothing())).toEqual({ status: "done", data: undefined });
  const answer = await open(email, "reset-factors");
  expect(answer.headers.get("location")).toBe("/reset-factors");
  expect(await findWait(userId)).toBeNull();

  const begun = await beginResetAction(idle, nothing());
  expect(begun).toMatchObject({ status: "done", data: { dueAt: (await findWait(userId))?.dueAt } });
  expect(await beginResetAction(idle, nothing())).toMatchObject({
    status: "refused",
    message: "Liên kết đã được sử dụng hoặc đã hết hạn",
  });
});

test("without a correct password nothing is emailed, and another person's password starts nothing", async () => {
  expect(await requestResetAction(idle, nothing())).toMatchObject({ message: expect.stringContaining("mật khẩu") });
  const victim = await afterPassword();
  freshBrowser();
  const outsider = await afterPassword();
  const form = formOf({ userId: victim.userId, email: victim.email, business: victim.userId });
  await requestResetAction(idle, form);
  await open(outsider.email, "reset-factors");
  await beginResetAction(idle, form);
  expect(await findWait(outsider.userId)).not.toBeNull();
  expect(await findWait(victim.userId)).toBeNull();
  expect(await mailsTo(victim.email)).toEqual([]);
});

test("an expired ticket requests nothing", async () => {
  const { email } = await afterPassword();
  clock.advance(minutes(10));
  expect(await requestResetAction(idle, nothing())).toMatchObject({ message: expect.stringContaining("10 phút") });
  expect(await mailsTo(email)).toEqual([]);
});

test("the link in the notice cancels without any sign-in, when the button is clicked and not when the link is opened", async () => {
  const { userId, email } = await waiting();
  await open(email, "keep-factors");
  expect(await beginResetAction(idle, nothing())).toMatchObject({ status: "refused" });
  expect(await findWait(userId)).not.toBeNull();
  expect(await keepFactorsAction(idle, nothing())).toMatchObject({ status: "done" });
  expect(await findWait(userId)).toBeNull();
  expect(await keepFactorsAction(idle, nothing())).toMatchObject({ status: "refused" });
});

test("signing in with the app cancels it, and the person is notified", async () => {
  const { userId, secret, email } = await waiting();
  await expect(signIn(userId)).rejects.toMatchObject(leads("/sign-in/two-factor"));
  expect(await findWait(userId)).not.toBeNull();
  await expect(signInWithCodeAction(idle, formOf({ code: codeNow(secret) }))).rejects.toMatchObject(
    leads("/console/sach-noi"),
  );
  expect(await findWait(userId)).toBeNull();
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain("Đã hủy yêu cầu gỡ xác thực hai lớp");
  const cancelled = await db.signInEntry.findFirstOrThrow({ where: { userId, result: "reset_cancelled" } });
  expect(cancelled).toMatchObject({ method: "totp", sessionId: expect.any(String) });
});

test("signing in with a recovery code cancels it, and a wrong code does not", async () => {
  const { userId } = await waiting();
  const [code = ""] = await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  await expect(signIn(userId)).rejects.toMatchObject(leads("/sign-in/two-factor"));
  await signInWithRecoveryCodeAction(idle, formOf({ code: "AAAA-AAAA-AAAA-AAAA" }));
  expect(await findWait(userId)).not.toBeNull();
  await expect(signInWithRecoveryCodeAction(idle, formOf({ code }))).rejects.toMatchObject(
    leads("/account/security?used=recovery-code"),
  );
  expect(await findWait(userId)).toBeNull();
});

test("a code given in a session cancels it too", async () => {
  const { userId, secret } = await waiting();
  await signedIn(userId);
  await proveCodeAction(idle, formOf({ code: codeNow(secret) }));
  expect(await findWait(userId)).toBeNull();
});

test("the security page's button cancels it, for its own person alone", async () => {
  const [{ userId }, outsider] = [await waiting(), await waiting()];
  await signedIn(outsider.userId);
  expect(await cancelResetAction(idle, formOf({ userId }))).toMatchObject({ status: "done" });
  expect(await findWait(userId)).not.toBeNull();
  expect(await findWait(outsider.userId)).toBeNull();
});

test("at its end the password alone signs in, and leads first to where a new factor is set up", async () => {
  const { userId } = await waiting();
  await pass(hours(12));
  await pass(hours(12));

  expect(await hasSecondFactor(userId)).toBe(false);
  await expect(signIn(userId)).rejects.toMatchObject(leads("/account/security"));
  expect(await findRemoval(userId)).not.toBeNull();
  freshBrowser();
  clock.advance(minutes(1));
  await expect(signIn(userId)).rejects.toMatchObject(leads("/console/sach-noi"));
});

test("a business that requires two factors accepts the person again once they have set one up", async () => {
  const { userId } = await waiting();
  const { businessId, businessSlug } = await makeMember({ userId });
  await db.business.update({ where: { id: businessId }, data: { requiresTwoFactor: true } });
  await pass(hours(12));
  await pass(hours(12));

  expect(await hasSecondFactor(userId)).toBe(false);
  await signedIn(userId);
  await expect(requireMember(businessSlug)).rejects.toMatchObject(leads(`/account/security?business=${businessSlug}`));
  expect(browser.jar.size).toBeGreaterThan(0);
});
