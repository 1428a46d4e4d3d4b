// @module-tag promise
import { beforeEach, expect, test, vi } from "vitest";
import { issueCookie } from "@/lib/access/auth/cookie";
import { findViewer } from "@/lib/access/auth/session";
import { findPendingSignIn } from "@/lib/access/auth/ticket";
import { continueSignIn } from "@/lib/people/sign-in/begin-session";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { makeConfirmedApp, makeSession } from "@/prisma/factories";
import { codeNow } from "@/testing/harness/app-code";
import { browser, formOf, freshBrowser, leads } from "@/testing/harness/request";
import { proveCodeAction, signInWithCodeAction, signInWithRecoveryCodeAction } from "./actions";
import { issueRecoveryCodes } from "./recovery-codes";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));

beforeEach(() => {
  freshBrowser();
  clock.reset();
});

const signInWith = (code: string) => signInWithCodeAction(idle, formOf({ code }));
const recoverWith = (code: string) => signInWithRecoveryCodeAction(idle, formOf({ code }));

/** This browser has sent the person's correct password, and is asked for the second factor. */
const sendPassword = (userId: string, next?: string) =>
  expect(continueSignIn({ userId, next })).rejects.toMatchObject(leads("/sign-in/two-factor"));

/** Someone with an app, in a browser that has just sent the correct password. */
async function afterPassword() {
  const app = await makeConfirmedApp();
  await sendPassword(app.userId, "/console/sach-noi");
  return app;
}

test("the password alone signs no one in; the code continues to the requested path", async () => {
  const { userId, secret } = await afterPassword();
  expect(await findViewer()).toBeNull();

  await expect(signInWith(codeNow(secret))).rejects.toMatchObject(leads("/console/sach-noi"));

  expect(await findViewer()).toMatchObject({ userId, hasSecondFactor: true });
  expect(await findPendingSignIn()).toBeNull();
  const entries = await db.signInEntry.findMany({ where: { userId }, orderBy: { id: "asc" } });
  expect(entries.map(({ result, method }) => `${result} ${method}`)).toEqual([
    "second_factor_needed password",
    "signed_in totp",
  ]);
});

test("fifty parallel submissions of one code from one browser start one session", async () => {
  const { userId, secret } = await afterPassword();
  const code = codeNow(secret);
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => signInWith(code)));

  expect(answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []))).toMatchObject([
    leads("/console/sach-noi"),
  ]);
  expect(await db.session.count({ where: { userId } })).toBe(1);
});

test("a code with a space in it is the same code", async () => {
  const { secret } = await afterPassword();
  const code = codeNow(secret);
  await expect(signInWith(` ${code.slice(0, 3)} ${code.slice(3)}`)).rejects.toMatchObject(leads("/console/sach-noi"));
});

test("a code that was already used is distinguished from a wrong one, and neither comes back to the page", async () => {
  const { userId, secret } = await afterPassword();
  const code = codeNow(secret);
  await expect(signInWith(code)).rejects.toMatchObject(leads("/console/sach-noi"));
  freshBrowser();
  await sendPassword(userId);

  expect(await signInWith(code)).toMatchObject({
    fields: { code: expect.stringContaining("đã được dùng") },
    values: {},
  });
  expect(await signInWith("12345")).toMatchObject({ fields: { code: "Nhập mã gồm 6 chữ số" }, values: {} });
  expect(await findViewer()).toBeNull();
});

test("without a correct password, or ten minutes after it, no code is checked", async () => {
  const { userId, secret } = await makeConfirmedApp();
  expect(await signInWith(codeNow(secret))).toMatchObject({ message: expect.stringContaining("mật khẩu") });

  await sendPassword(userId);
  clock.advance(minutes(10));
  expect(await signInWith(codeNow(secret))).toMatchObject({ message: expect.stringContaining("10 phút") });
  expect(await db.attemptGuard.count({ where: { userId } })).toBe(0);
  clock.advance(seconds(1));
  expect(await findViewer()).toBeNull();
});

test("a recovery code signs in once, ends every other session and leads to where a new app is set up", async () => {
  const { userId } = await afterPassword();
  const [code = ""] = await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  const other = await makeSession(userId);

  await expect(recoverWith(code)).rejects.toMatchObject(leads("/account/security?used=recovery-code"));

  const live = await db.session.findMany({ where: { userId, revokedAt: null } });
  expect(live).toMatchObject([{ method: "recovery_code" }]);
  expect(live[0]?.id).not.toBe(other.id);
  freshBrowser();
  await sendPassword(userId);
  expect(await recoverWith(code)).toMatchObject({
    status: "refused",
    fields: { code: expect.any(String) },
    values: {},
  });
});

test("a code proves the identity of someone signed in again, once", async () => {
  const { userId, secret } = await makeConfirmedApp();
  const { id: sid } = await makeSession(userId);
  await issueCookie({ sid, uid: userId });
  clock.advance(minutes(6));
  const code = codeNow(secret);

  expect(await proveCodeAction(idle, formOf({ code }))).toMatchObject({ status: "done" });
  const { freshAt } = await db.session.findUniqueOrThrow({ where: { id: sid } });
  expect(+clock.now() - +freshAt).toBeLessThan(minutes(1));
  expect(await proveCodeAction(idle, formOf({ code }))).toMatchObject({ status: "refused" });
  const entries = await db.signInEntry.findMany({ where: { userId }, orderBy: { id: "asc" } });
  expect(entries).toMatchObject([
    { result: "proved_again", method: "totp", sessionId: sid },
    { result: "wrong_code", method: "totp", sessionId: sid },
  ]);
});

test("a code from another site is rejected before it is checked", async () => {
  const { userId, secret } = await afterPassword();
  browser.headers.set("origin", "http://evil.example");
  expect(await signInWith(codeNow(secret))).toMatchObject({ status: "refused" });
  expect(await db.attemptGuard.count({ where: { userId } })).toBe(0);
});
